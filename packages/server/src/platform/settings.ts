import { resolve } from "node:path";
import { networkParts, networksError } from "@gatehouse/contract/fields/network";
import { splitHosts } from "./database/database-hosts.ts";
import {
  optional,
  required,
  SettingsError,
  trueOrFalse,
  type Variable,
  variable,
  wholeNumber,
} from "./environment-variable.ts";
import type { HttpAccess } from "./http/http-access.ts";
import { defaultHttpLimits, type HttpLimits, megabyte, minBodyMegabytes } from "./http/http-limits.ts";
import type { S3Settings } from "./s3/s3-client.ts";
import { readS3, s3Environment } from "./s3/s3-environment.ts";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

function parseHost(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) ? text : undefined;
}

/** The shortest passphrase of backups. */
export const minPassphraseLength = 12;

const parsePath = (text: string) => (text.includes("\0") ? undefined : resolve(text));

/** The path of a file; none by default. */
const path = (description: string): Variable<string> => ({
  fallback: null,
  description,
  expects: "the path of a file",
  parse: parsePath,
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
  BACKUP_KEY_FILE: path("File with the passphrase that encrypts backups."),
  BACKUP_PASSPHRASE: variable<string>({
    fallback: null,
    description: "The passphrase itself, instead of a file.",
    expects: `a text of at least ${minPassphraseLength} characters`,
    secret: true,
    parse: (text) => (text.length >= minPassphraseLength ? text : undefined),
  }),
  BACKUP_S3_PICTURES: trueOrFalse(
    true,
    "Whether backups contain the pictures of the S3 store. Set false if the bucket is backed up itself.",
  ),
  ...s3Environment,
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
    parse: (text) => (networksError(text) === undefined ? networkParts(text) : undefined),
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
  backsUpS3Pictures: boolean;
  /** Where pictures are stored; null stores them in the data folder. */
  s3: S3Settings | null;
  logLevel: LogLevel;
  httpLimits: HttpLimits;
  httpAccess: HttpAccess;
  /** Null without a port that redirects to TLS. */
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
    backsUpS3Pictures: required("BACKUP_S3_PICTURES", environment.BACKUP_S3_PICTURES, env),
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
