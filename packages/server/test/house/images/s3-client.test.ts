import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { createS3Client, S3Error, signS3Request } from "../../../src/platform/s3/s3-client.ts";
import { startTestS3 } from "./s3-server.ts";

const s3 = await startTestS3();
const client = createS3Client(s3.settings, { restMs: 0, pageKeys: 2 });

const listAll = async (prefix: string) => {
  const pages = [];
  for await (const page of client.list(prefix)) pages.push(page);
  return {
    pages: pages.length,
    keys: pages.flatMap(({ keys }) => keys),
    folders: pages.flatMap((page) => page.folders),
  };
};

describe("a signature", () => {
  // The examples of Amazon's documentation: "Signature Calculations for the Authorization Header", single chunk.
  const credentials = {
    region: "us-east-1",
    accessKey: "AKIAIOSFODNN7EXAMPLE",
    secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  };
  it.each([
    ["?lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
    ["?max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
  ])("HA-6 of GET /%s is the one of Amazon's documentation", async (query, signature) => {
    const url = new URL(`https://examplebucket.s3.amazonaws.com/${query}`);
    const { headers } = await signS3Request({ method: "GET", url }, credentials, "20130524T000000Z");
    expect(headers.get("authorization")).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
    );
  });
});

describe("the client of a shared store", () => {
  it("HA-6 writes, reads, lists and deletes objects", async () => {
    await client.put("20261201/a b+ü.jpg", Buffer.from("picture"), "image/jpeg");
    await client.put("20261201.gone", new Uint8Array(), "text/plain");
    const read = await client.get("20261201/a b+ü.jpg");
    expect(read && (await buffer(read)).toString()).toBe("picture");
    expect(await client.get("20261201/other.jpg")).toBeUndefined();
    expect(await listAll("")).toEqual({ pages: 1, keys: ["20261201.gone"], folders: ["20261201/"] });
    expect(await listAll("20261201/")).toMatchObject({ keys: ["20261201/a b+ü.jpg"] });
    await client.delete("20261201/a b+ü.jpg");
    await client.delete("20261201/a b+ü.jpg");
    await client.delete("20261201.gone");
    expect(s3.keys()).toEqual([]);
  });

  it("HA-6 lists more objects than fit in one response", async () => {
    const keys = ["many/1", "many/2 & 3", "many/4", "many/5", "many/6"];
    for (const key of keys) await client.put(key, new Uint8Array(), "text/plain");
    expect(await listAll("many/")).toEqual({ pages: 3, keys, folders: [] });
    for (const key of keys) await client.delete(key);
  });

  it("HA-6 says why the store refuses it, without its secret", async () => {
    const secretKey = "a-wrong-secret-key";
    const wrong = createS3Client({ ...s3.settings, secretKey });
    const rejected = await wrong.put("x", new Uint8Array(), "text/plain").catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(S3Error);
    expect(rejected).toMatchObject({ status: 403, message: "status 403, SignatureDoesNotMatch" });
    expect(JSON.stringify(rejected)).not.toContain(secretKey);
    const elsewhere = createS3Client({ ...s3.settings, bucket: "no-such-bucket" });
    await expect(elsewhere.get("x")).rejects.toMatchObject({ status: 404, message: "status 404, NoSuchBucket" });
  });

  it("HA-6 gives up on a store that does not answer, and then fails at once for a while", async () => {
    const hasty = createS3Client(s3.settings, { timeoutMs: 100, restMs: 60_000 });
    s3.freeze();
    await expect(hasty.get("x")).rejects.toMatchObject({ status: null, message: "no response in time" });
    await s3.resume();
    await expect(hasty.get("x")).rejects.toMatchObject({ status: null, message: "no response in time" });
    await s3.stop();
    await expect(client.get("x")).rejects.toMatchObject({ status: null, message: "ECONNREFUSED" });
    await s3.resume();
    expect(await client.get("x")).toBeUndefined();
  });
});
