import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import aws4 from "aws4";
import { afterAll } from "vitest";
import type { S3Settings } from "../../../src/platform/s3/s3-client.ts";

/** An S3 store. What it stores and whether a signature is right is decided by code of others: s3rver and aws4. */
export interface TestS3 {
  readonly settings: S3Settings;
  /** The keys of all stored objects. */
  keys(): string[];
  /** Refuses connections. */
  stop(): Promise<void>;
  /** Accepts requests and never answers. */
  freeze(): void;
  resume(): Promise<void>;
}

const bucket = "pictures";
const suffix = "._S3rver_object";
const account = { accessKeyId: "S3RVER", secretAccessKey: "a-secret-key-of-a-test" };
const error = "<?xml version='1.0'?><Error><Code>SignatureDoesNotMatch</Code></Error>";

/** Starts it with an empty bucket: call it at the file's top level. */
export async function startTestS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-s3-"));
  const store = await startS3rver(directory);
  let isFrozen = false;
  const front = createServer((asked, response) => {
    if (isFrozen) return;
    forward(asked, response, store.port).catch(() => response.destroy());
  });
  const listen = async (port: number) => {
    front.listen(port, "127.0.0.1");
    await once(front, "listening");
  };
  const close = async () => {
    if (!front.listening) return;
    const closed = once(front, "close");
    front.close();
    front.closeAllConnections();
    await closed;
  };
  await listen(0);
  const { port } = front.address() as AddressInfo;
  afterAll(async () => {
    await close();
    await store.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    settings: {
      ...{ endpoint: `http://127.0.0.1:${port}`, bucket, region: "eu-west-9", isPathStyle: true },
      ...{ accessKey: account.accessKeyId, secretKey: account.secretAccessKey },
    },
    keys: () =>
      readdirSync(join(directory, bucket), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(suffix))
        .map((path) => path.slice(0, -suffix.length))
        .sort(),
    stop: close,
    freeze: () => {
      isFrozen = true;
    },
    resume: async () => {
      isFrozen = false;
      front.closeAllConnections();
      if (!front.listening) await listen(port);
    },
  };
}

async function startS3rver(directory: string): Promise<{ port: number; stop(): Promise<void> }> {
  const program = fileURLToPath(import.meta.resolve("s3rver/bin/s3rver.js"));
  const options = ["-d", directory, "-a", "127.0.0.1", "-p", "0", "-s", "--no-vhost-buckets"];
  // It encrypts the marks of its pages with DES.
  const args = ["--openssl-legacy-provider", program, ...options, "--configure-bucket", bucket];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let output = "";
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const found = /listening on \S+:(\d+)/.exec(output)?.[1];
      if (found) resolve(Number(found));
    });
    ended.then(() => reject(new Error("s3rver ended")), reject);
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { port, stop };
}

/** Passes a request on if its signature and the hash of its content are right. s3rver checks neither. */
async function forward(asked: IncomingMessage, answer: ServerResponse, port: number): Promise<void> {
  const body = await buffer(asked);
  const { method = "", url: path = "", headers } = asked;
  const signed = aws4.sign(
    {
      ...{ method, path, service: "s3", region: "eu-west-9" },
      headers: {
        Host: headers.host,
        "X-Amz-Content-Sha256": createHash("sha256").update(body).digest("hex"),
        "X-Amz-Date": headers["x-amz-date"],
      },
    },
    account,
  );
  const expected = signed.headers?.Authorization;
  if (expected === undefined || headers.authorization !== expected) {
    answer.writeHead(403, { "content-type": "application/xml" }).end(error);
    return;
  }
  // s3rver has no list of accounts and rejects what it can't check.
  const { authorization: _, ...others } = headers;
  const back = request({ host: "127.0.0.1", port, method, path, headers: others });
  back.on("error", () => answer.destroy());
  back.on("response", (response) => {
    answer.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(answer);
  });
  back.end(body);
}
