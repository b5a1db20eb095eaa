/* Records: read, and the hash chain checked, as docs/records.md has it. A page opened from a file need not have
   the browser's own cryptography, so SHA-256 stands here (FIPS 180-4). */
const K = (() => {
  const found = [];
  for (let n = 2; found.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) { prime = false; break; }
    if (prime) found.push(Math.floor((Math.cbrt(n) % 1) * 2 ** 32));
  }
  return found;
})();
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

function sha256(bytes) {
  const length = bytes.length, padded = new Uint8Array(((length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer), w = new Uint32Array(64), h = START.slice();
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, l] = h;
    for (let i = 0; i < 64; i++) {
      const one = (l + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      l = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, l].forEach((each, i) => { h[i] = (h[i] + each) | 0; });
  }
  return h.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}

/* The match in the bytes of a record; an Error with the line where it is damaged. */
function readRecord(bytes, name) {
  const lines = [], encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { fatal: true });
  for (let from = 0; from <= bytes.length;) {
    const to = bytes.indexOf(10, from);
    lines.push(bytes.subarray(from, to < 0 ? bytes.length : to));
    if (to < 0) break;
    from = to + 1;
  }
  const parsed = (line) => {
    try {
      const data = JSON.parse(decoder.decode(line));
      return data && typeof data === "object" && !Array.isArray(data) ? data : null;
    } catch { return null; }
  };
  const header = parsed(lines[0]);
  if (!header || header.schema !== "referee.record" || header.version !== 1 || !Array.isArray(header.seats)
    || header.seats.length > 1000 || !header.seats.every((each) => typeof each === "string" && each.length <= 4096)) {
    throw new Error(`${name}: this is no record that this page reads`);
  }
  const damaged = (number, why) => new Error(`${name}: line ${number}: ${why}`);
  if (lines.pop().length) throw damaged(lines.length + 1, "the line is cut off");
  const found = [];
  let link = "";
  lines.forEach((line, at) => {
    const data = parsed(line);
    if (!data) throw damaged(at + 1, "the line cannot be read");
    const cut = line.length - 40, mark = ',"#":"';
    const body = line.subarray(0, Math.max(0, cut)), tail = new TextDecoder().decode(line.subarray(Math.max(0, cut)));
    const joined = new Uint8Array(link.length + body.length + 1);
    joined.set(encoder.encode(link));
    joined.set(body, link.length);
    joined[joined.length - 1] = 125;
    link = sha256(joined).slice(0, 32);
    if (tail !== `${mark}${link}"}`) {
      throw damaged(at + 1, "the line, or the one before it, is not as it was written (the hash chain breaks)");
    }
    found.push(data);
  });
  const last = found[found.length - 1];
  if (!last.result) throw damaged(found.length + 1, "the record ends before its result");
  const steps = found.slice(1, -1);
  steps.forEach((each, at) => {
    if (each.step !== at || !Array.isArray(each.did) || !each.did.every((one) => Array.isArray(one) && one.length)) {
      throw damaged(at + 2, "the steps are not in order");
    }
  });
  const secret = last.result.secret;
  if (secret !== undefined) {
    const known = Uint8Array.from((String(secret).match(/../g) || []).map((each) => parseInt(each, 16)));
    const head = encoder.encode("referee commitment\0"), all = new Uint8Array(head.length + known.length);
    all.set(head);
    all.set(known, head.length);
    if (sha256(all) !== header.commitment) throw damaged(found.length, "the secret is not the one committed to");
  }
  return { name, seat: null, header, result: last.result, dropped: true,
    steps: steps.map((each) => ({ step: each.step, did: each.did, more: {}, after: {} })) };
}
