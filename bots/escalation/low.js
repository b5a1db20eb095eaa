// Escalation, in JavaScript through the protocol: the play that is worth least, and only then take.
const lines = require("readline").createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

function answer(ask) {
  const arms = ask.space.arms;
  if (arms.cards) {
    const { values, together, above } = arms.cards;
    const count = (card) => arms.cards.of.filter((each) => each === card).length;
    let best = null;
    for (const group of together) {
      const cards = group.flatMap((card) => Array(count(card)).fill(card));
      const worth = values[group[0]];
      const number = Math.max(1, Math.floor(above / worth) + 1);
      if (number <= cards.length && (best === null || number * worth < best.worth)) {
        best = { worth: number * worth, cards: cards.slice(0, number) };
      }
    }
    if (best) return ["cards", best.cards];
  }
  if (arms.special) return ["special", [arms.special.of[0]]];
  return ["take"];
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "ready", protocol: 1 });
  if (message.type === "start") say({ type: "ready", protocol: 1 });
  if (message.type === "ask") say({ type: "answer", id: message.id, answer: answer(message) });
  if (message.type === "quit") process.exit(0);
});
