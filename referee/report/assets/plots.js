/* The plots of a report, drawn with Observable Plot in the width that there is. Each has a table that says the same. */
{
  const COLOURS = 8, DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 4", "14 3 3 3"];
  const colour = (at) => `var(--s${(at % COLOURS) + 1})`;
  const most = (width) => (width < 500 ? 13 : 22);

  /* Names stay different: whole in one line or two, longer ones without their middle, and with their place in the table if that leaves two alike. */
  const cut = (letters, length) => (letters.length <= length ? letters : [...letters.slice(0, Math.ceil(length / 2)), "…", ...letters.slice(1 - Math.floor(length / 2))]);
  const folded = (letters, length) => {
    const space = letters.lastIndexOf(" ", length), at = space >= Math.max(1, letters.length - length - 1) ? space : length;
    return letters.length <= length ? letters.join("") : [letters.slice(0, at), letters.slice(at)].map((each) => each.join("").trim()).join("\n");
  };
  const labels = (rows, width) => {
    const whole = rows.map((each) => [...each.name]), kept = whole.map((each) => cut(each, 2 * most(width))), texts = kept.map((each) => each.join(""));
    return kept.map((each, at) => folded(texts.indexOf(texts[at]) === texts.lastIndexOf(texts[at]) ? each : [...`${at + 1}. `, ...cut(whole[at], 2 * most(width) - 5)], most(width)));
  };
  const pen = document.createElement("canvas").getContext("2d");
  const left = (rows, width) => {
    pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
    return 20 + Math.max(...labels(rows, width).flatMap((each) => each.split("\n")).map((each) => pen.measureText(each).width));
  };
  const names = (rows, width) => {
    const said = labels(rows, width);
    return { type: "band", domain: rows.map((_, at) => at), label: null, tickFormat: (at) => said[at], tickSize: 0, padding: 0.3 };
  };
  const shared = (about, width) => ({ width, marginTop: 28, marginRight: 24, marginBottom: 52, ariaLabel: about.caption, style: { background: "transparent", fontSize: "13px", fontFamily: "inherit" } });

  const kinds = {
    intervals(about, width) {
      const rows = about.rows.map((each, at) => ({ ...each, at })), reach = rows.filter((each) => each.low !== null);
      return Plot.plot({ ...shared(about, width), height: 36 * rows.length + 78, marginLeft: left(rows, width),
        x: { label: about.label, grid: true, nice: true, ticks: Math.max(2, (width - left(about.rows, width)) / 90), labelArrow: "none", labelAnchor: "center", labelOffset: 42 }, y: names(rows, width),
        marks: [about.reference === null ? null : Plot.ruleX([about.reference], { strokeDasharray: "3 3", stroke: "var(--line)" }),
          Plot.ruleY(reach, { y: "at", x1: "low", x2: "high", strokeWidth: 3, stroke: "var(--s1)" }),
          Plot.dot(rows.filter((each) => each.value !== null), { y: "at", x: "value", r: 5.5, fill: "var(--s1)" }),
          Plot.text(rows.filter((each) => each.value !== null), { y: "at", x: "value", dy: -13, text: (each) => each.value.toFixed(about.digits), fill: "currentColor" })] });
    },
    lines(about, width) {
      const all = about.series.flatMap((each) => each.points.map(([x]) => x)).sort((one, other) => one - other), ticks = [];
      const apart = Math.max(1.2, (all.at(-1) / all[0]) ** (70 / width)), scale = about.linear ? { type: "linear", ticks: Math.max(2, width / 90) } : { type: "log", base: 2, ticks };
      for (const x of all) if (!ticks.length || x >= ticks.at(-1) * apart) ticks.push(x);
      return Plot.plot({ ...shared(about, width), height: 310, marginLeft: 52,
        x: { label: about.x, ...scale, grid: true, tickFormat: (each) => each.toLocaleString("en"), labelArrow: "none", labelAnchor: "center", labelOffset: 42 }, y: { label: about.label, grid: true, zero: true, labelArrow: "none" },
        marks: [Plot.ruleY([0]), ...about.series.map((each, at) => Plot.line(each.points, { x: "0", y: "1", stroke: colour(at), strokeWidth: 2, strokeDasharray: DASHES[at % COLOURS] })),
          ...about.series.map((each, at) => Plot.dot(each.points, { x: "0", y: "1", fill: colour(at), r: 3 }))] });
    },
    histograms(about, width) {
      const cells = about.rows.flatMap((each, at) => each.counts.map((count, bin) => ({ at, count, from: about.low + bin * about.wide, to: about.low + (bin + 1) * about.wide })));
      return Plot.plot({ ...shared(about, width), height: 74 * about.rows.length + 82, marginLeft: left(about.rows, width), marginRight: 52,
        x: { label: about.label, labelArrow: "none", labelAnchor: "center", labelOffset: 42, ticks: Math.max(2, (width - left(about.rows, width)) / 90) },
        y: { label: "matches", grid: true, ticks: 2, tickFormat: (each) => (each ? each.toLocaleString("en") : ""), axis: "right", labelArrow: "none" },
        fy: { ...names(about.rows, width), axis: "left", padding: 0.15 },
        marks: [Plot.ruleX([0], { stroke: "var(--line)", strokeDasharray: "3 3" }), Plot.rect(cells.filter((each) => each.count), { x1: "from", x2: "to", y1: 0, y2: "count", fy: "at", fill: "var(--s1)", insetLeft: 0.5, insetRight: 0.5 }), Plot.ruleY([0])] });
    },
    times(about, width) {
      const rows = about.rows.map((each, at) => ({ ...each, at })), least = Math.min(...rows.map((each) => each.mean));
      return Plot.plot({ ...shared(about, width), height: 30 * rows.length + 78, marginLeft: left(rows, width),
        x: { label: about.label, type: "log", domain: [Math.min(least, 1) / 1.5, Math.max(about.limit || 0, ...rows.map((each) => each.longest)) * 1.5], grid: true, ticks: Math.max(2, width / 200), tickFormat: (each) => each.toLocaleString("en"), labelArrow: "none", labelAnchor: "center", labelOffset: 42 }, y: names(rows, width),
        marks: [about.limit === null ? null : Plot.ruleX([about.limit], { stroke: "var(--s5)", strokeDasharray: "6 3", strokeWidth: 2 }),
          Plot.ruleY(rows, { y: "at", x1: "mean", x2: "longest", stroke: "var(--s1)", strokeWidth: 1.5, strokeDasharray: "2 3" }),
          Plot.dot(rows, { y: "at", x: "mean", r: 5.5, fill: "var(--s1)" }), Plot.dot(rows, { y: "at", x: "longest", r: 5, stroke: "var(--s1)", strokeWidth: 2, symbol: "times" })] });
    },
  };

  const legend = (about) => (about.sort !== "lines" || about.series.length < 2 ? null
    : el("ul", { class: "legend", "aria-hidden": "true" }, ...about.series.map((each, at) => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS(svg.namespaceURI, "path");
      svg.setAttribute("viewBox", "0 0 42 8");
      path.setAttribute("d", "M1 4H41");
      path.setAttribute("style", `stroke:${colour(at)};stroke-dasharray:${DASHES[at % COLOURS]}`);
      svg.append(path);
      return el("li", {}, svg, each.name);
    })));

  const PAPER = 640;
  const plots = held("plots");
  const draw = (paper) => plots.forEach((about) => {
    const place = document.querySelector(`[data-plot="${about.id}"]`), width = paper || Math.min(900, Math.max(280, place.clientWidth));
    if (Number(place.dataset.width) === width) return;
    place.dataset.width = width;
    const svg = kinds[about.sort](about, width), drawn = svg.tagName === "svg" ? svg : svg.querySelector("svg");
    drawn.setAttribute("role", "img");
    // What is inside of an image has no name of its own; the table tells it.
    drawn.querySelectorAll("[aria-label], [aria-description]").forEach((each) => { each.removeAttribute("aria-label"); each.removeAttribute("aria-description"); });
    place.replaceChildren(...[legend(about), svg].filter((each) => each !== null));
  });
  draw();
  addEventListener("resize", () => draw());
  addEventListener("beforeprint", () => draw(PAPER));
  addEventListener("afterprint", () => draw());
}
