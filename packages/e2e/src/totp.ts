import { createHmac } from "node:crypto";
import { assertFound } from "@gatehouse/contract/assert-found";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator app shows, so many steps of 30 s from now. */
export function appCode(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(" ", "")]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(
    assertFound(bits.match(/.{8}/g), "a secret without a byte").map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}
