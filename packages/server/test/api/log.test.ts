import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createLog } from "../../src/platform/log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(createLog("info", sink));
  return text;
}

describe("the log", () => {
  it.each(["password", "token", "authorization"])("never shows a %s", (name) => {
    expect(logged((log) => log.info({ [name]: "s3cret", inner: { [name]: "s3cret" } }, "x"))).not.toContain("s3cret");
  });

  it("shows only selected fields of an error", () => {
    const error = Object.assign(new Error("broken"), { code: "23505", client: { password: "s3cret" } });
    const text = logged((log) => log.error({ error }, "x"));
    expect(text).toContain("23505");
    expect(text).not.toContain("s3cret");
  });
});
