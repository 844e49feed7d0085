// The objects of an NTCIP 1203 sign for snmpd, which runs this file and asks it line by line (pass_persist). The sign has
// changeable memory only and no pixel service. Texts with TAG, LOCAL and SLOW cause the errors and delays of a real sign.
import { createInterface } from "node:readline";

const dms = ".1.3.6.1.4.1.1206.4.2.3";
const column = (number: number) => `${dms}.5.8.1.${number}.3.1`;
const [multi, owner, crc, beacon, priority, status] = [3, 4, 5, 6, 8, 9].map(column) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const activate = `${dms}.6.3.0`;
const validateError = `${dms}.5.9.0`;
const activateError = `${dms}.6.17.0`;
const [multiError, multiErrorPosition] = [`${dms}.6.18.0`, `${dms}.6.19.0`];
const shortError = `${dms}.9.7.1.0`;
const messageCrc = 0xbeef;
const pollsWhileValidating = 3;

/** Numbers, or octets as hexadecimal. */
const values = new Map<string, number | string>([
  [`${dms}.5.3.0`, 5],
  [multi, ""],
  [owner, ""],
  [crc, 0],
  [beacon, 0],
  [priority, 1],
  [status, 1],
  [validateError, 2],
  [activate, "00".repeat(12)],
  [activateError, 2],
  [multiError, 2],
  [multiErrorPosition, 0],
  [shortError, 0],
]);
const writable = new Set([multi, owner, beacon, priority]);
let pollsLeft = 0;

const textOf = () => Buffer.from(String(values.get(multi)), "hex").toString("latin1");

function read(oid: string): string[] {
  const value = values.get(oid);
  if (value === undefined) return ["NONE"];
  if (oid === status && value === 3) {
    pollsLeft -= 1;
    if (pollsLeft <= 0) values.set(status, 4);
  }
  if (typeof value === "number") return [oid, "integer", String(value)];
  return [oid, "octet", (value.match(/../g) ?? []).join(" ")];
}

function changeStatus(request: number): string {
  if (request === 6) values.set(status, 2);
  else if (request === 7 && values.get(status) === 2) validate();
  else return "inconsistent-value";
  return "DONE";
}

function validate(): void {
  const isBad = textOf().includes("TAG");
  values.set(status, isBad ? 5 : 3).set(validateError, isBad ? 5 : 2);
  values.set(multiError, isBad ? 3 : 2).set(multiErrorPosition, isBad ? 10 : 0);
  values.set(crc, messageCrc);
  pollsLeft = textOf().includes("SLOW") ? Number.POSITIVE_INFINITY : pollsWhileValidating;
}

function activateMessage(hex: string): string {
  const code = Buffer.from(hex, "hex");
  const isBlank = code[3] === 7;
  const error = isBlank ? 2 : findActivateError(code);
  values.set(activateError, error).set(shortError, error === 2 ? 0 : 1 << 7);
  if (error !== 2) return "gen-error";
  values.set(activate, hex);
  return "DONE";
}

function findActivateError(code: Buffer): number {
  if (textOf().includes("LOCAL")) return 9;
  if (code[3] !== 3) return 5;
  if (code.readUInt16BE(4) !== 1) return 6;
  if (values.get(status) !== 4) return 4;
  return code.readUInt16BE(6) === messageCrc ? 2 : 7;
}

function write(oid: string, input: string): string {
  const [, type = "", text = ""] = /^(\w+) (.*)$/s.exec(input) ?? [];
  const quoted = text.replace(/^"|"$/g, "");
  const hex = type === "octet" ? quoted.replaceAll(" ", "") : Buffer.from(quoted, "latin1").toString("hex");
  if (oid === status) return changeStatus(Number(text));
  if (oid === activate) return activateMessage(hex);
  if (!writable.has(oid)) return "not-writable";
  if (values.get(status) !== 2) return "inconsistent-value";
  values.set(oid, type === "integer" ? Number(text) : hex);
  return "DONE";
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => String((await lines.next()).value);
for (;;) {
  const { value: command, done } = await lines.next();
  if (done) break;
  if (command === "PING") console.log("PONG");
  else if (command === "get") console.log(read(await next()).join("\n"));
  else if (command === "getnext") {
    await next();
    console.log("NONE");
  } else if (command === "set") console.log(write(await next(), await next()));
}
