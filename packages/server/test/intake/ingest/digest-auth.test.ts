import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createDigestAuth } from "../../../src/intake/ingest/digest-auth.ts";
import { engineSite } from "./ingest-site.ts";

const site = await engineSite();
const address = await site.server.app.listen({ port: 0, host: "127.0.0.1" });

// The client of Python's standard library, which implements Digest independently. One line of input is one push.
const program = `
import sys, urllib.request, urllib.error
url, password = sys.argv[1:3]
for body in sys.stdin:
    handler = urllib.request.HTTPDigestAuthHandler()
    handler.add_password("Gatehouse", url, "camera", password)
    try:
        request = urllib.request.Request(url, body.encode(), {"Content-Type": "application/json"})
        print(urllib.request.build_opener(handler).open(request).status)
    except urllib.error.HTTPError as error:
        print(error.code)
`;

/** The statuses of pushes with Digest, one after the other. */
async function pushWithPython(id: number, password: string, plates: readonly string[]): Promise<number[]> {
  const running = promisify(execFile)("python3", ["-c", program, `${address}/api/ingest/${id}`, password]);
  running.child.stdin?.end(plates.map((plate) => `${JSON.stringify(site.plateEvent(plate))}\n`).join(""));
  return (await running).stdout.trim().split("\n").map(Number);
}

const push = (id: number, query: string, plate: string) =>
  fetch(`${address}/api/ingest/${id}${query}`, { method: "POST", body: JSON.stringify(site.plateEvent(plate)) });

describe("cameras that can't send a header with their secret", () => {
  it("FEED-4 authenticate with Digest, also many times in a row", async () => {
    const { id, secret } = await site.device("ANPR_ACCESS_CONTROL", { ip: "127.0.0.9" });
    // More first requests without a secret than wrong secrets are allowed.
    const plates = Array.from({ length: 12 }, (_, attempt) => `DIGEST${attempt}`);
    expect(await pushWithPython(id, secret, plates)).toEqual(plates.map(() => 200));
    expect(await pushWithPython(id, "wrong", ["DIGEST"])).toEqual([401]);
  });

  it("FEED-4 put the secret into the URL", async () => {
    const { id, secret } = await site.device("ANPR_ACCESS_CONTROL", { ip: "127.0.0.9" });
    expect((await push(id, `?secret=${secret}`, "URL1")).status).toBe(200);
    expect((await push(id, "?secret=wrong", "URL2")).status).toBe(401);
  });

  it("FEED-4 are offered Digest and Basic", async () => {
    const { id } = await site.device("ANPR_ACCESS_CONTROL", { ip: "127.0.0.9" });
    const { headers } = await push(id, "", "NONE1");
    expect(headers.get("www-authenticate")).toMatch(/Digest realm="Gatehouse".*algorithm=SHA-256.*Basic realm=/);
  });
});

describe("Digest", () => {
  const url = "/api/ingest/1";
  const at = (uri: string, nonce: string) =>
    `Digest username="u", realm="Gatehouse", nonce="${nonce}", uri="${uri}", response="0"`;
  const nonceOf = (challenges: string[]) => /nonce="([^"]+)"/.exec(challenges[0] ?? "")?.[1] ?? "";

  it.each([
    ["a forged nonce", at(url, "0.forged")],
    ["another scheme", "Basic dTpw"],
    ["nothing", undefined],
    ["a huge header", `Digest ${'a="b", '.repeat(2_000)}`],
  ])("FEED-4 %s proves nothing", (_, authorization) => {
    expect(createDigestAuth(site.server.clock).isAuthentic({ method: "POST", url, authorization }, "p")).toBe(false);
  });

  it("FEED-4 a nonce ends after five minutes", () => {
    const { clock } = site.server;
    const auth = createDigestAuth(clock);
    const nonce = nonceOf(auth.challenges());
    const md5 = (text: string) => createHash("md5").update(text).digest("hex");
    const response = md5(`${md5("u:Gatehouse:p")}:${nonce}:${md5(`POST:${url}`)}`);
    const authorization = at(url, nonce).replace('response="0"', `response="${response}"`);
    expect(auth.isAuthentic({ method: "POST", url, authorization }, "p")).toBe(true);
    expect(auth.isAuthentic({ method: "POST", url: "/api/ingest/2", authorization }, "p")).toBe(false);
    clock.advance(5 * 60_000);
    expect(auth.isAuthentic({ method: "POST", url, authorization }, "p")).toBe(false);
  });
});
