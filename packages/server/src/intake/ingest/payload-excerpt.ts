const maxExcerptLength = 2_000;
const maxAlertExcerptLength = 500;
// Long runs without a space are encoded images.
const encodedImage = /[A-Za-z0-9+/=_-]{200,}/g;

/** The beginning of a payload without images and without characters that PostgreSQL can't store. */
export function toExcerpt(text: string): string {
  const start = text.slice(0, maxExcerptLength * 4).replaceAll(encodedImage, "…");
  return start.toWellFormed().replaceAll("\u0000", "").slice(0, maxExcerptLength);
}

// The lengths are limited, because the time grows with their product.
const privateName =
  "[\\w.-]{0,80}(?:pass(?:word|wd|phrase)?|pwd|secret|token|auth|api[_-]?key|cookie|session|user|owner|driver|person|phone|mobile|e?mail|address|card|id[_-]?number)[\\w.-]{0,80}";

/** `"name": "value"`, `name="value"`, `<name>value</name>`, `name=value` and `Name: value`. */
const privateValues = [
  new RegExp(`("${privateName}"\\s*:\\s*)(?:"[^"]{0,2000}"?|[^,}\\]\\s]{1,200})`, "gi"),
  new RegExp(`((?<![\\w.-])${privateName}\\s*=\\s*)(?:"[^"]{0,2000}"?|'[^']{0,2000}'?|[^&\\s<>"']{1,200})`, "gi"),
  new RegExp(`(<(?:\\w{1,40}:)?${privateName}(?:\\s[^<>]{0,200})?>)[^<]{1,2000}`, "gi"),
  new RegExp(`(^${privateName}:[ \\t]*)[^\\r\\n"{]{1,500}`, "gim"),
];

/** A short excerpt for an alert: without images, secrets and names of people. */
export function toAlertExcerpt(text: string): string {
  const start = toExcerpt(text);
  const masked = privateValues.reduce((line, value) => line.replaceAll(value, "$1…"), start);
  return masked.slice(0, maxAlertExcerptLength).toWellFormed();
}
