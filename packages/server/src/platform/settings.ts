import { resolve } from "node:path";
import { networkParts, networksFault } from "@gatehouse/contract/fields/network";
import { splitHosts } from "./database/database-hosts.ts";
import type { HttpAccess } from "./http/http-access.ts";
import { defaultHttpLimits, type HttpLimits, megabyte, minBodyMegabytes } from "./http/http-limits.ts";
import type { S3Settings } from "./s3/s3-client.ts";
import { StartupError } from "./startup-error.ts";

/** An environment variable has an invalid value. */
export class SettingsError extends StartupError {
  override readonly name = "SettingsError";
  readonly variable: string;

  constructor(variable: string, message: string) {
    super(message);
    this.variable = variable;
  }
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

type Variable<Value> = {
  fallback: string | null;
  description: string;
  /** Ends the sentence "NAME must be …". */
  expects: string;
  /** Never shown in messages. */
  secret?: true;
  /** Returns undefined for an invalid value. */
  parse(text: string): Value | undefined;
};

function parseHost(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) ? text : undefined;
}

/** The shortest passphrase of backups. */
export const minPassphraseLength = 12;

const parsePath = (text: string) => (text.includes("\0") ? undefined : resolve(text));

/** An address without a path, a query and a password. */
function parseEndpoint(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, href } = new URL(text);
  return ["http:", "https:"].includes(protocol) && href === `${origin}/` ? origin : undefined;
}

const variable = <Value>(row: Variable<Value>): Variable<Value> => row;

/** A whole number from `min` to `max`, inclusive. */
function wholeNumber(fallback: number, min: number, max: number, description: string): Variable<number> {
  return {
    fallback: String(fallback),
    description,
    expects: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** The path of a file; none by default. */
const path = (description: string): Variable<string> => ({
  fallback: null,
  description,
  expects: "the path of a file",
  parse: (text) => (text.includes("\0") ? undefined : resolve(text)),
});

/** Every environment variable that Gatehouse reads; a test compares the table in docs/operating.md with it. */
export const environment = {
  PORT: wholeNumber(8080, 0, 65535, "Port of the console and the API. 0 selects any free port."),
  HOST: variable<string>({
    fallback: "127.0.0.1",
    description: "Address to listen on. 0.0.0.0 opens the console to the network: use TLS.",
    expects: "an IP address or a host name",
    parse: parseHost,
  }),
  DEVICE_HOST: variable<string>({
    fallback: null,
    description: "Address to listen on for the sink ports of cameras. By default HOST.",
    expects: "an IP address or a host name",
    parse: parseHost,
  }),
  DATA_DIR: variable<string>({
    fallback: "./data",
    description: "Folder of the database, the images and the secret key.",
    expects: "the path of a folder",
    parse: parsePath,
  }),
  DATABASE_URL: variable<string>({
    fallback: null,
    description:
      "Your own PostgreSQL, version 15 or newer, instead of the embedded one. Several hosts are separated by commas.",
    expects: 'an address like "postgres://user:password@host:5432/database"',
    secret: true,
    parse: (text) => (splitHosts(text) ? text : undefined),
  }),
  ADMIN_PASSWORD: variable<string>({
    fallback: null,
    description: "One-time password of admin on the first start. By default random and printed.",
    expects: "a text of 8 to 128 characters",
    secret: true,
    parse: (text) => (text.length >= 8 && text.length <= 128 ? text : undefined),
  }),
  SECRET_KEY: variable<Buffer>({
    fallback: null,
    description: "Key for tokens and device secrets, 32 bytes in base64. By default created and stored in DATA_DIR.",
    expects: "32 bytes in base64",
    secret: true,
    parse: (text) => (/^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, "base64") : undefined),
  }),
  BACKUP_DIR: variable<string>({
    fallback: null,
    description: "Folder of backups. If set, the server makes one each day, see Backup and restore.",
    expects: "the path of a folder",
    parse: parsePath,
  }),
  BACKUP_KEY_FILE: variable<string>({
    fallback: null,
    description: "File with the passphrase that encrypts backups.",
    expects: "the path of a file",
    parse: parsePath,
  }),
  BACKUP_PASSPHRASE: variable<string>({
    fallback: null,
    description: "The passphrase itself, instead of a file.",
    expects: `a text of at least ${minPassphraseLength} characters`,
    secret: true,
    parse: (text) => (text.length >= minPassphraseLength ? text : undefined),
  }),
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
  S3_PATH_STYLE: variable<boolean>({
    fallback: "true",
    description: "Whether the bucket is in the path of the address; false puts it in front of the host name.",
    expects: "true or false",
    parse: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  }),
  LOG_LEVEL: variable<LogLevel>({
    fallback: "info",
    description: "Log level: trace, debug, info, warn, error, fatal or silent.",
    expects: `one of ${logLevels.join(", ")}`,
    parse: (text) => logLevels.find((level) => level === text),
  }),
  TRUSTED_PROXIES: variable<readonly string[]>({
    fallback: null,
    description: "Networks of reverse proxies on other machines. A proxy on this machine needs none.",
    expects: 'networks such as "10.0.0.5/32", separated by commas',
    parse: (text) => (networksFault(text) === undefined ? networkParts(text) : undefined),
  }),
  TLS_CERT: path("File of the TLS certificate with its chain, in PEM. By default plain HTTP."),
  TLS_KEY: path("File of the private key of TLS_CERT, in PEM."),
  HSTS_SECONDS: wholeNumber(
    31_536_000,
    0,
    63_072_000,
    "With TLS_CERT: how long browsers remember to use TLS only. 0 turns this off.",
  ),
  HTTP_REDIRECT_PORT: variable<number>({
    fallback: null,
    description: "With TLS_CERT: a port for plain HTTP that redirects browsers to PORT.",
    expects: "a whole number from 0 to 65535",
    parse: wholeNumber(0, 0, 65535, "").parse,
  }),
  METRICS_TOKEN: variable<string>({
    fallback: null,
    description: "Token with which monitoring systems may read /metrics from any address.",
    expects: "a text of 16 to 256 characters without spaces",
    secret: true,
    parse: (text) => (/^\S{16,256}$/.test(text) ? text : undefined),
  }),
  SPOOL_MEGABYTES: wholeNumber(
    1_024,
    16,
    1_000_000,
    "Maximum size of the spool in DATA_DIR, which keeps events while the database is not available.",
  ),
  REQUEST_TIMEOUT_SECONDS: wholeNumber(
    defaultHttpLimits.requestTimeoutMs / 1_000,
    1,
    3_600,
    "Time limit of a request's headers, and period over which the rate of its body is measured.",
  ),
  MIN_BYTES_PER_SECOND: wholeNumber(
    defaultHttpLimits.minBytesPerSecond,
    1,
    1_000_000,
    "Minimum transfer rate of a request's body. Slower requests get the status 408.",
  ),
  MAX_CONNECTIONS: wholeNumber(defaultHttpLimits.maxConnections, 10, 100_000, "Maximum number of open connections."),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(
    defaultHttpLimits.maxConnectionsPerAddress,
    10,
    100_000,
    "Maximum number of open connections from one address.",
  ),
  MAX_BODY_MEGABYTES: wholeNumber(
    defaultHttpLimits.maxBodyBytes / megabyte,
    minBodyMegabytes,
    100_000,
    "Maximum memory for request bodies: one share for known devices, another for everyone else.",
  ),
  MAX_BODY_MEGABYTES_PER_ADDRESS: wholeNumber(
    defaultHttpLimits.maxBodyBytesPerAddress / megabyte,
    minBodyMegabytes,
    100_000,
    "Maximum memory for request bodies of one known device, or of one other address.",
  ),
};

export type Settings = {
  port: number;
  host: string;
  deviceHost: string;
  dataDir: string;
  databaseUrl: string | null;
  adminPassword: string | null;
  secretKey: Buffer | null;
  backupDir: string | null;
  backupKeyFile: string | null;
  backupPassphrase: string | null;
  /** HA-6: where pictures are stored; null stores them in the data folder. */
  s3: S3Settings | null;
  logLevel: LogLevel;
  httpLimits: HttpLimits;
  httpAccess: HttpAccess;
  /** OPSYS-5: null without a port that redirects to TLS. */
  httpRedirectPort: number | null;
  maxSpoolBytes: number;
};

/** Parses the environment; throws a SettingsError for the first invalid variable. */
export function parseSettings(env: NodeJS.ProcessEnv): Settings {
  const host = required("HOST", environment.HOST, env);
  return {
    port: required("PORT", environment.PORT, env),
    host,
    deviceHost: optional("DEVICE_HOST", environment.DEVICE_HOST, env) ?? host,
    dataDir: required("DATA_DIR", environment.DATA_DIR, env),
    databaseUrl: optional("DATABASE_URL", environment.DATABASE_URL, env),
    adminPassword: optional("ADMIN_PASSWORD", environment.ADMIN_PASSWORD, env),
    secretKey: optional("SECRET_KEY", environment.SECRET_KEY, env),
    backupDir: optional("BACKUP_DIR", environment.BACKUP_DIR, env),
    backupKeyFile: optional("BACKUP_KEY_FILE", environment.BACKUP_KEY_FILE, env),
    backupPassphrase: optional("BACKUP_PASSPHRASE", environment.BACKUP_PASSPHRASE, env),
    s3: readS3(env),
    logLevel: required("LOG_LEVEL", environment.LOG_LEVEL, env),
    httpLimits: readHttpLimits(env),
    httpAccess: readHttpAccess(env),
    httpRedirectPort: optional("HTTP_REDIRECT_PORT", environment.HTTP_REDIRECT_PORT, env),
    maxSpoolBytes: required("SPOOL_MEGABYTES", environment.SPOOL_MEGABYTES, env) * megabyte,
  };
}

function readHttpAccess(env: NodeJS.ProcessEnv): HttpAccess {
  const certPath = optional("TLS_CERT", environment.TLS_CERT, env);
  const keyPath = optional("TLS_KEY", environment.TLS_KEY, env);
  const hstsSeconds = required("HSTS_SECONDS", environment.HSTS_SECONDS, env);
  if (certPath === null && keyPath !== null)
    throw new SettingsError("TLS_CERT", "TLS_KEY is set, so TLS_CERT must be too.");
  if (certPath !== null && keyPath === null)
    throw new SettingsError("TLS_KEY", "TLS_CERT is set, so TLS_KEY must be too.");
  return {
    trustedProxies: optional("TRUSTED_PROXIES", environment.TRUSTED_PROXIES, env) ?? [],
    tls: certPath === null || keyPath === null ? null : { certPath, keyPath, hstsSeconds },
    metricsToken: optional("METRICS_TOKEN", environment.METRICS_TOKEN, env),
  };
}

/** HA-6: all of it, or nothing. */
function readS3(env: NodeJS.ProcessEnv): S3Settings | null {
  const read = <Name extends "S3_ENDPOINT" | "S3_BUCKET" | "S3_ACCESS_KEY" | "S3_SECRET_KEY">(name: Name) =>
    optional(name, environment[name], env);
  const [endpoint, bucket] = [read("S3_ENDPOINT"), read("S3_BUCKET")];
  const [accessKey, secretKey] = [read("S3_ACCESS_KEY"), read("S3_SECRET_KEY")];
  const region = required("S3_REGION", environment.S3_REGION, env);
  const isPathStyle = required("S3_PATH_STYLE", environment.S3_PATH_STYLE, env);
  if (endpoint !== null && bucket !== null && accessKey !== null && secretKey !== null)
    return { endpoint, bucket, region, accessKey, secretKey, isPathStyle };
  const values = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
  const missing = Object.entries(values).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length === Object.keys(values).length) return null;
  throw new SettingsError(missing[0] ?? "", `${missing[0]} must be set as well to store pictures in an S3 store.`);
}

/** SAFE-4: limits of callers. */
function readHttpLimits(env: NodeJS.ProcessEnv): HttpLimits {
  const read = (name: NumberName) => required(name, environment[name], env);
  return {
    requestTimeoutMs: read("REQUEST_TIMEOUT_SECONDS") * 1_000,
    minBytesPerSecond: read("MIN_BYTES_PER_SECOND"),
    maxConnections: read("MAX_CONNECTIONS"),
    maxConnectionsPerAddress: read("MAX_CONNECTIONS_PER_ADDRESS"),
    maxBodyBytes: read("MAX_BODY_MEGABYTES") * megabyte,
    maxBodyBytesPerAddress: read("MAX_BODY_MEGABYTES_PER_ADDRESS") * megabyte,
  };
}

type NumberName = {
  [Name in keyof typeof environment]: (typeof environment)[Name] extends Variable<number> ? Name : never;
}[keyof typeof environment];

function optional<Value>(name: string, row: Variable<Value>, env: NodeJS.ProcessEnv): Value | null {
  // An empty value counts as unset, as in compose files and unit files.
  const text = env[name] || row.fallback;
  if (text === null) return null;
  const value = row.parse(text);
  if (value !== undefined) return value;
  throw new SettingsError(name, `${name} must be ${row.expects}${row.secret ? "" : `, not "${text}"`}.`);
}

function required<Value>(name: string, row: Variable<Value>, env: NodeJS.ProcessEnv): Value {
  const value = optional(name, row, env);
  if (value === null) throw new Error(`${name} has no fallback`);
  return value;
}
