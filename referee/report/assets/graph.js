/* The graph of interactions: filters by kind, and what a node or an edge is about. */
const graph = JSON.parse(document.getElementById("graph").textContent);
const about = document.getElementById("about");
const edges = [...document.querySelectorAll(".edge")], nodes = [...document.querySelectorAll(".node")];

const made = (name, text, ...children) => {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  element.append(...children);
  return element;
};

const clause = (id) => {
  const found = document.querySelector(`[data-clause="${CSS.escape(id)}"]`);
  const box = made("details");
  if (!found) return made("p", id);
  box.open = true;
  box.append(...[...found.childNodes].map((each) => each.cloneNode(true)));
  return box;
};

const told = (edge) => {
  const parts = [made("h3", `${edge.source} ${edge.kind} ${edge.target}`), made("p", `${edge.said}.`)];
  if (edge.outcomes) parts.push(made("p", `One way: ${edge.outcomes.split(" / ")[0]}. The other way: ${edge.outcomes.split(" / ")[1]}.`));
  parts.push(made("p", `Seen ${edge.count} times; first with ${edge.players} players${edge.form ? `, ${edge.form}` : ""}.`));
  for (const file of edge.witnesses ? edge.witnesses.split(" ") : []) parts.push(made("p", "", made("code", `referee replay ${file}`)));
  return parts;
};

function show(chosen, parts) {
  edges.forEach((each) => each.classList.toggle("on", chosen(each)));
  about.replaceChildren(...parts);
}

function openEdge(number) {
  const edge = graph.edges[number];
  nodes.forEach((each) => each.classList.toggle("on", [edge.source, edge.target].includes(each.dataset.node)));
  show((each) => each.dataset.edge === String(number), [...told(edge), clause(edge.source), ...(edge.source === edge.target ? [] : [clause(edge.target)])]);
}

function openNode(id) {
  const mine = graph.edges.filter((edge) => edge.source === id || edge.target === id);
  nodes.forEach((each) => each.classList.toggle("on", each.dataset.node === id));
  const list = made("ul");
  mine.forEach((edge) => {
    const button = made("button", `${edge.source} ${edge.kind} ${edge.target}: ${edge.said}`);
    button.type = "button";
    button.addEventListener("click", () => openEdge(graph.edges.indexOf(edge)));
    list.append(made("li", "", button));
  });
  show((each) => each.dataset.from === id || each.dataset.to === id, [made("h3", id), clause(id), made("p", `${mine.length} edges`), list]);
}

function filter() {
  const wanted = new Set([...document.querySelectorAll(".kinds input:checked")].map((each) => each.name));
  edges.forEach((each) => each.toggleAttribute("hidden", !wanted.has(each.dataset.kind)));
  document.querySelectorAll("[data-row]").forEach((each) => each.toggleAttribute("hidden", !wanted.has(each.dataset.kind)));
}

document.querySelector(".kinds").addEventListener("change", filter);
nodes.forEach((each) => {
  each.setAttribute("tabindex", "0");
  each.setAttribute("role", "button");
  each.setAttribute("aria-label", each.textContent.trim());
  each.addEventListener("click", () => openNode(each.dataset.node));
  each.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); openNode(each.dataset.node); }
  });
});
edges.forEach((each) => each.addEventListener("click", () => openEdge(Number(each.dataset.edge))));
document.querySelectorAll("[data-open]").forEach((each) => each.addEventListener("click", () => { openEdge(Number(each.dataset.open)); about.scrollIntoView({ block: "nearest" }); }));
filter();
