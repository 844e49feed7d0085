import { createHash } from "node:crypto";

export type ImageSize = "whole" | "small";

const imageName = /^(\d{8})-([0-9a-f]{64})$/;

/** The file of a whole image, without its day. */
export const wholeFile = /^([0-9a-f]{64})\.jpg$/;

/** The name of a day, such as 20261201. */
export const toDay = (time: Date) => time.toISOString().slice(0, 10).replaceAll("-", "");

/** The begin of a day. */
export const toDate = (day: string) => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T00:00:00Z`);

/** The name of an image: the day of its receipt and the hash of its content. */
export const toName = (day: Date, whole: Uint8Array): string =>
  `${toDay(day)}-${createHash("sha256").update(whole).digest("hex")}`;

/** The path of an image in every store, such as 20261201/HASH-small.jpg; undefined if it isn't the name of an image. */
export function fileOf(name: string, size: ImageSize): string | undefined {
  const [, day, hash] = imageName.exec(name) ?? [];
  return day && hash ? `${day}/${hash}${size === "small" ? "-small" : ""}.jpg` : undefined;
}
