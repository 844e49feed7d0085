import { optional, required, SettingsError, trueOrFalse, variable } from "../environment-variable.ts";
import type { S3Settings } from "./s3-client.ts";

/** An address without a path, a query and a password. */
function parseEndpoint(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, href } = new URL(text);
  return ["http:", "https:"].includes(protocol) && href === `${origin}/` ? origin : undefined;
}

/** The environment variables of the picture store. */
export const s3Environment = {
  S3_ENDPOINT: variable<string>({
    fallback: null,
    description:
      "S3-compatible store for pictures, instead of DATA_DIR. Needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.",
    expects: 'an address like "https://s3.example.com"',
    parse: parseEndpoint,
  }),
  S3_BUCKET: variable<string>({
    fallback: null,
    description: "Bucket of the pictures; of this site only.",
    expects: "3 to 63 lower-case letters, digits, dots and hyphens",
    parse: (text) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined),
  }),
  S3_REGION: variable<string>({
    fallback: "us-east-1",
    description: "Region of the bucket. Many other stores than Amazon's accept any.",
    expects: "letters, digits and hyphens",
    parse: (text) => (/^[\w-]{1,64}$/.test(text) ? text : undefined),
  }),
  S3_ACCESS_KEY: variable<string>({
    fallback: null,
    description: "Access key of the bucket.",
    expects: "the name of an access key, without spaces",
    parse: (text) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined),
  }),
  S3_SECRET_KEY: variable<string>({
    fallback: null,
    description: "Secret key of the bucket.",
    expects: "a secret key, without spaces",
    secret: true,
    parse: (text) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined),
  }),
  S3_PATH_STYLE: trueOrFalse(
    true,
    "Whether the bucket is in the path of the address; false puts it in front of the host name.",
  ),
};

/** Reads all variables of the picture store; null if none is set. */
export function readS3(env: NodeJS.ProcessEnv): S3Settings | null {
  const read = <Name extends "S3_ENDPOINT" | "S3_BUCKET" | "S3_ACCESS_KEY" | "S3_SECRET_KEY">(name: Name) =>
    optional(name, s3Environment[name], env);
  const [endpoint, bucket] = [read("S3_ENDPOINT"), read("S3_BUCKET")];
  const [accessKey, secretKey] = [read("S3_ACCESS_KEY"), read("S3_SECRET_KEY")];
  const region = required("S3_REGION", s3Environment.S3_REGION, env);
  const isPathStyle = required("S3_PATH_STYLE", s3Environment.S3_PATH_STYLE, env);
  if (endpoint !== null && bucket !== null && accessKey !== null && secretKey !== null)
    return { endpoint, bucket, region, accessKey, secretKey, isPathStyle };
  const values = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
  const missing = Object.entries(values).flatMap(([name, value]) => (value === null ? [name] : []));
  const [first] = missing;
  if (first === undefined || missing.length === Object.keys(values).length) return null;
  throw new SettingsError(first, `${first} must be set as well to store pictures in an S3 store.`);
}
