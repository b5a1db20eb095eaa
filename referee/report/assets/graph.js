/* The graph of interactions: where nodes lie is dagre's work, for the kinds that are chosen. */
{
  const graph = held("graph"), about = document.getElementById("about"), place = document.querySelector(".picture");
  const around = document.getElementById("around"), SVG = "http://www.w3.org/2000/svg";
  const titles = new Map(graph.nodes.map((each) => [each.id, each]));
  const slug = (kind) => kind.replaceAll(" ", "-");
  const LOOP = 40, LEAST = 0.8, FEW = 12, MANY = 30;
  const search = document.getElementById("search"), cards = document.getElementById("cards");
  /* A group is a card, or a section of the rulebook. */
  const groupOf = (id) => { const node = titles.get(id); return node.card ? `card ${node.card}` : node.part; };
  const GROUP = "group:";
  const isNarrow = () => place.clientWidth < 700;
  let chosen = null;

  const put = (name, of, ...children) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(of)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const short = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`);
  const lines = (id) => {
    const node = titles.get(id);
    return node.title ? [id, node.title] : [id.split(": ").slice(1).join(": ") || id, id.split(": ")[0]];
  };
  const clauseOf = (id) => {
    const found = [...document.querySelectorAll("[data-clause]")].find((each) => each.dataset.clause === id);
    if (!found) return el("p", {}, id);
    return el("details", { open: true }, ...[...found.childNodes].map((each) => each.cloneNode(true)));
  };
  const name = (id) => (titles.get(id).title ? `${id} ${titles.get(id).title}` : `“${id}”`);

  const told = (edge) => {
    const parts = [el("h3", {}, `${edge.source} ${edge.kind} ${edge.target}`), el("p", {}, `${edge.said}.`)];
    const [one, other] = edge.outcomes ? edge.outcomes.split(" / ") : [];
    if (other !== undefined) {
      parts.push(el("div", { class: "ways" }, ...[["One way", one], ["The other way", other]].map(([head, text]) => el("div", {}, el("h4", {}, head), el("p", {}, `${text}.`)))));
    }
    parts.push(el("p", {}, `Seen ${edge.count} time${edge.count === 1 ? "" : "s"}; first with ${edge.players} players${edge.form ? `, ${edge.form}` : ""}.`));
    if (edge.sure) parts.push(el("p", {}, `${edge.sure}.`));
    const files = edge.witnesses ? edge.witnesses.split(" ") : [];
    const label = edge.kind === "order matters" || edge.kind === "commutes" ? ["One way", "The other way"] : ["With it", "Without it"];
    files.forEach((file, at) => parts.push(el("p", {},
      known(file) ? el("button", { type: "button", "data-witness": file, "data-at": "end", "data-title": `${edge.source} ${edge.kind} ${edge.target}${files.length > 1 ? `: ${label[at].toLowerCase()}` : ""}` },
        files.length > 1 ? `${label[at]}: step through` : "Step through the witness") : null, " ", el("code", {}, `referee replay ${file}`))));
    return parts;
  };

  function openEdge(number) {
    const edge = graph.edges[number];
    chosen = { edges: new Set([number]), nodes: new Set([edge.source, edge.target]) };
    about.replaceChildren(...told(edge), clauseOf(edge.source), ...(edge.source === edge.target ? [] : [clauseOf(edge.target)]));
    mark();
  }
  function openNode(id) {
    const mine = graph.edges.filter((edge) => edge.source === id || edge.target === id);
    chosen = { edges: new Set(mine.map((edge) => edge.number)), nodes: new Set([id]) };
    about.replaceChildren(el("h3", {}, name(id)), clauseOf(id), el("p", {}, `${mine.length} edge${mine.length === 1 ? "" : "s"}`),
      el("ul", {}, ...mine.map((edge) => el("li", {}, el("button", { type: "button", "data-open": edge.number }, `${edge.source} ${edge.kind} ${edge.target}: ${edge.said}`)))));
    mark();
  }
  function mark() {
    place.querySelectorAll(".edge").forEach((each) => each.classList.toggle("on", Boolean(chosen) && chosen.edges.has(Number(each.dataset.edge))));
    place.querySelectorAll(".node").forEach((each) => each.classList.toggle("on", Boolean(chosen) && chosen.nodes.has(each.dataset.node)));
    place.classList.toggle("some", Boolean(chosen) && Boolean(place.querySelector(".on")));
  }

  const kinds = () => new Set([...document.querySelectorAll(".kinds input[name]:checked")].map((each) => each.name));

  /* Cards and sections, and how often they work on each other: as wide as the page, whatever the game. */
  function overview(edges) {
    const groups = [...new Set(edges.flatMap((edge) => [groupOf(edge.source), groupOf(edge.target)]))];
    const count = new Map(), most = () => Math.max(...count.values());
    edges.forEach((edge) => { const key = `${groupOf(edge.source)}\n${groupOf(edge.target)}`; count.set(key, (count.get(key) || 0) + 1); });
    const open = (name) => { around.value = GROUP + name; changed(); };
    const head = (name, label) => el("button", { type: "button", title: `${name}: its clauses and what they work on`, onclick: () => open(name) }, label || name);
    const abridged = (name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name);
    const cell = (one, other) => {
      const number = count.get(`${one}\n${other}`) || 0;
      return el("td", { class: "number", style: undefined, "data-heat": number ? Math.ceil((4 * number) / most()) : 0 },
        number ? el("button", { type: "button", title: `${one} works on ${other}: ${number}`, "aria-label": `${one} works on ${other}: ${number}`, onclick: () => open(one) }, number) : "");
    };
    place.append(el("table", { class: "overview" },
      el("caption", {}, `Overview: ${edges.length} arrows between ${groups.length} cards and sections; a row works on the columns. Choose one to see its clauses.`),
      el("thead", {}, el("tr", {}, el("td", {}), ...groups.map((name) => el("th", { scope: "col" }, el("span", {}, abridged(name.replace(/^card /, ""))))))),
      el("tbody", {}, ...groups.map((one) => el("tr", {}, el("th", { scope: "row" }, head(one)), ...groups.map((other) => cell(one, other)))))));
  }

  function redraw() {
    const wanted = kinds(), near = (edge) => [edge.source, edge.target].some((id) => ["", "*", id, GROUP + groupOf(id)].includes(around.value));
    const between = (edge) => !cards || !cards.checked || (around.value && around.value !== "*") || (titles.get(edge.source).card && titles.get(edge.target).card);
    const words = search ? search.value.trim().toLowerCase() : "";
    const found = (edge) => !words || [edge.source, edge.target, edge.said, titles.get(edge.source).title, titles.get(edge.target).title].some((each) => each.toLowerCase().includes(words));
    const shown = (edge) => wanted.has(edge.kind) && near(edge) && between(edge) && found(edge);
    const edges = graph.edges.filter(shown);
    document.querySelectorAll("[data-row]").forEach((each) => { each.hidden = !shown(graph.edges[each.dataset.row]); });
    place.replaceChildren();
    if (edges.length && !around.value && new Set(edges.flatMap((edge) => [edge.source, edge.target])).size > MANY) return overview(edges);
    if (!edges.length) { place.append(el("p", {}, "No edge of the chosen kinds.")); return; }
    const drawing = new dagre.graphlib.Graph({ multigraph: true });
    // On a phone nodes are narrower, and what lies around one of them stands in three columns.
    const narrow = isNarrow(), box = narrow ? 112 : 170;
    drawing.setGraph({ rankdir: "LR", nodesep: narrow ? 8 : 14, ranksep: narrow ? 30 : 70, edgesep: narrow ? 4 : 10, marginx: narrow ? 4 : 14, marginy: 14 });
    drawing.setDefaultEdgeLabel(() => ({}));
    for (const id of new Set(edges.flatMap((edge) => [edge.source, edge.target]))) drawing.setNode(id, { width: box, height: 44 });
    edges.filter((edge) => edge.source !== edge.target).forEach((edge) => drawing.setEdge(edge.source, edge.target, { width: 0, height: 0 }, String(edge.number)));
    dagre.layout(drawing);
    const looped = edges.filter((edge) => edge.source === edge.target);
    looped.forEach((edge) => drawing.setEdge(edge.source, edge.target, { points: [] }, String(edge.number)));
    const { height } = drawing.graph(), width = drawing.graph().width + (looped.length ? LOOP : 0);
    const scale = narrow ? Math.max(LEAST, Math.min(1, (place.clientWidth - 4) / width)) : 1;
    const svg = put("svg", { viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`, width: Math.floor(scale * width), height: Math.ceil(scale * height), role: "group", "aria-label": `${drawing.nodeCount()} nodes, ${edges.length} arrows` });
    const heads = put("defs", {});
    wanted.forEach((kind) => heads.append(put("marker", { id: `head-${slug(kind)}`, class: `head ${slug(kind)}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, put("path", { d: "M0 0 8 4 0 8z" }))));
    svg.append(heads);
    const dashes = new Map([...document.querySelectorAll(".kinds label")].filter((each) => each.querySelector("path")).map((each) => [each.querySelector("input").name, each.querySelector("path").getAttribute("stroke-dasharray")]));
    const loops = new Map();
    const way = (key) => {
      if (key.v === key.w) {
        // A loop leaves a node to the right and comes back; of several the later ones are wider.
        const { x, y, width: wide } = drawing.node(key.v), times = loops.get(key.v) || 0, out = LOOP - 12 + 8 * times, right = x + wide / 2;
        loops.set(key.v, times + 1);
        return `M${right} ${y - 12}C${right + out} ${y - 18} ${right + out} ${y + 18} ${right} ${y + 12}`;
      }
      const [first, ...rest] = drawing.edge(key).points;
      let path = `M${first.x} ${first.y}`;
      rest.forEach((point, at) => {
        const next = rest[at + 1];
        path += next ? `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}` : `L${point.x} ${point.y}`;
      });
      return path;
    };
    drawing.edges().forEach((key) => {
      const edge = graph.edges[Number(key.name)], path = way(key);
      const made = put("path", { class: `edge ${slug(edge.kind)}`, "data-kind": edge.kind, "data-edge": edge.number, d: path, "stroke-dasharray": dashes.get(edge.kind), "marker-end": `url(#head-${slug(edge.kind)})` });
      const title = put("title", {});
      title.textContent = `${edge.source} ${edge.kind} ${edge.target}: ${edge.said}`;
      made.append(title);
      svg.append(made);
    });
    drawing.nodes().forEach((id) => {
      const { x, y, width: wide, height: high } = drawing.node(id), [head, below] = lines(id);
      const made = put("g", { class: "node", "data-node": id, tabindex: 0, role: "button", "aria-label": name(id) },
        put("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 7 }),
        put("text", { class: "head", x: x - wide / 2 + 9, y: y - 3 }), put("text", { x: x - wide / 2 + 9, y: y + 14 }));
      [head, below].forEach((text, at) => { made.querySelectorAll("text")[at].textContent = short(text, narrow ? 15 - at : at ? 25 : 21); });
      svg.append(made);
    });
    place.append(svg);
    mark();
  }

  const used = graph.nodes.filter((node) => graph.edges.some((edge) => edge.source === node.id || edge.target === node.id));
  if (used.length > MANY) around.append(el("option", { value: "*" }, "every clause"));
  const listed = (label, options) => { if (options.length) around.append(el("optgroup", { label }, ...options)); };
  listed("cards and sections", [...new Set(used.map((node) => groupOf(node.id)))].map((each) => el("option", { value: GROUP + each }, each)));
  listed("clauses", used.map((node) => el("option", { value: node.id }, name(node.id))));
  if (cards) cards.checked = graph.edges.some((edge) => kinds().has(edge.kind) && titles.get(edge.source).card && titles.get(edge.target).card);
  const address = /^#around=(.*)$/.exec(location.hash);
  /* What is shown has an address that can be sent. */
  function changed() { history.replaceState(null, "", around.value ? `#around=${encodeURIComponent(around.value)}` : " "); redraw(); }
  // Where all of it would be many times as wide as the page, the node with the most arrows comes first.
  const often = new Map();
  graph.edges.filter((edge) => kinds().has(edge.kind))
    .forEach((edge) => [edge.source, edge.target].forEach((id) => often.set(id, (often.get(id) || 0) + 1)));
  if (address && [...around.options].some((each) => each.value === decodeURIComponent(address[1]))) around.value = decodeURIComponent(address[1]);
  else if (isNarrow() && often.size > FEW) around.value = [...often].reduce((one, other) => (other[1] > one[1] ? other : one))[0];
  if (isNarrow()) document.querySelector("details.all").open = true;
  document.querySelector(".kinds").addEventListener("change", changed);
  if (search) search.addEventListener("input", redraw);
  place.addEventListener("click", (event) => {
    const node = event.target.closest(".node"), edge = event.target.closest(".edge");
    if (node) openNode(node.dataset.node);
    else if (edge) openEdge(Number(edge.dataset.edge));
  });
  place.addEventListener("keydown", (event) => {
    const node = event.target.closest(".node");
    if (node && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); openNode(node.dataset.node); }
  });
  document.addEventListener("click", (event) => {
    const asked = event.target.closest("[data-open]");
    if (!asked) return;
    openEdge(Number(asked.dataset.open));
    about.scrollIntoView({ block: "nearest" });
  });
  redraw();
}
