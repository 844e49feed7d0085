import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { splitHosts, withoutCredentials } from "../../src/platform/database/database-hosts.ts";
import { SettingsError } from "../../src/platform/environment-variable.ts";
import { defaultHttpLimits } from "../../src/platform/http/http-limits.ts";
import { environment, parseSettings } from "../../src/platform/settings.ts";

const key = Buffer.alloc(32, 7);

describe("settings", () => {
  test("have defaults", () => {
    expect(parseSettings({})).toEqual({
      port: 8080,
      host: "127.0.0.1",
      deviceHost: "127.0.0.1",
      dataDir: resolve("data"),
      databaseUrl: null,
      adminPassword: null,
      secretKey: null,
      backupDir: null,
      backupKeyFile: null,
      backupPassphrase: null,
      backsUpS3Pictures: true,
      s3: null,
      logLevel: "info",
      httpLimits: defaultHttpLimits,
      httpAccess: { trustedProxies: [], tls: null, metricsToken: null },
      httpRedirectPort: null,
      maxSpoolBytes: 1_024 * 1_048_576,
    });
  });

  test("are read from the environment", () => {
    const env = {
      PORT: "0",
      HOST: "::",
      DEVICE_HOST: "127.0.0.1",
      DATA_DIR: "/srv/gatehouse",
      DATABASE_URL: "postgres://me:word@db.example.org/gatehouse",
      ADMIN_PASSWORD: "correct horse",
      SECRET_KEY: key.toString("base64"),
      S3_ENDPOINT: "https://s3.example.org/",
      S3_BUCKET: "site-pictures",
      S3_REGION: "eu-central-1",
      S3_ACCESS_KEY: "GATEHOUSE",
      S3_SECRET_KEY: "hush-hush",
      S3_PATH_STYLE: "false",
      LOG_LEVEL: "debug",
      SPOOL_MEGABYTES: "16",
      TRUSTED_PROXIES: "127.0.0.5, 127.0.1.0/24",
      TLS_CERT: "/etc/gatehouse/cert.pem",
      TLS_KEY: "/etc/gatehouse/key.pem",
      HSTS_SECONDS: "0",
      HTTP_REDIRECT_PORT: "8081",
      METRICS_TOKEN: "read-the-metrics",
      REQUEST_TIMEOUT_SECONDS: "5",
      MIN_BYTES_PER_SECOND: "100",
      MAX_CONNECTIONS: "50",
      MAX_CONNECTIONS_PER_ADDRESS: "20",
      MAX_BODY_MEGABYTES: "128",
      BACKUP_DIR: "/mnt/backups",
      BACKUP_KEY_FILE: "/etc/backup.key",
      BACKUP_PASSPHRASE: "quiet lantern",
      BACKUP_S3_PICTURES: "false",
      MAX_BODY_MEGABYTES_PER_ADDRESS: "16",
    };
    expect(parseSettings(env)).toEqual({
      port: 0,
      host: "::",
      deviceHost: "127.0.0.1",
      dataDir: "/srv/gatehouse",
      databaseUrl: "postgres://me:word@db.example.org/gatehouse",
      adminPassword: "correct horse",
      secretKey: key,
      backupDir: "/mnt/backups",
      backupKeyFile: "/etc/backup.key",
      backupPassphrase: "quiet lantern",
      backsUpS3Pictures: false,
      s3: {
        ...{ endpoint: "https://s3.example.org", bucket: "site-pictures", region: "eu-central-1", isPathStyle: false },
        ...{ accessKey: "GATEHOUSE", secretKey: "hush-hush" },
      },
      logLevel: "debug",
      httpLimits: {
        requestTimeoutMs: 5_000,
        minBytesPerSecond: 100,
        maxConnections: 50,
        maxConnectionsPerAddress: 20,
        maxBodyBytes: 128 * 1_048_576,
        maxBodyBytesPerAddress: 16 * 1_048_576,
      },
      httpAccess: {
        trustedProxies: ["127.0.0.5", "127.0.1.0/24"],
        tls: { certPath: "/etc/gatehouse/cert.pem", keyPath: "/etc/gatehouse/key.pem", hstsSeconds: 0 },
        metricsToken: "read-the-metrics",
      },
      httpRedirectPort: 8081,
      maxSpoolBytes: 16 * 1_048_576,
    });
  });

  test.each(Object.keys(environment))("treat an empty %s as unset", (name) => {
    expect(parseSettings({ [name]: "" })).toEqual(parseSettings({}));
  });

  test.each([
    ["PORT", "http", 'PORT must be a whole number from 0 to 65535, not "http".'],
    ["PORT", "65536", 'PORT must be a whole number from 0 to 65535, not "65536".'],
    ["PORT", "-1", 'PORT must be a whole number from 0 to 65535, not "-1".'],
    ["PORT", "80.5", 'PORT must be a whole number from 0 to 65535, not "80.5".'],
    ["HOST", "http://localhost", 'HOST must be an IP address or a host name, not "http://localhost".'],
    ["MAX_CONNECTIONS", "9", 'MAX_CONNECTIONS must be a whole number from 10 to 100000, not "9".'],
    ["MAX_BODY_MEGABYTES_PER_ADDRESS", "15", /from 16 to 100000, not "15"\.$/],
    ["REQUEST_TIMEOUT_SECONDS", "0", /^REQUEST_TIMEOUT_SECONDS must be a whole number from 1 to 3600/],
    ["LOG_LEVEL", "loud", /^LOG_LEVEL must be one of trace, .*, not "loud"\.$/],
    ["DATABASE_URL", "mysql://x:secret@y/z", /^DATABASE_URL must be an address like "postgres:.*"\.$/],
    ["DATABASE_URL", "postgres://a:1,/db", /^DATABASE_URL must be an address like "postgres:.*"\.$/],
    ["DATABASE_URL", "postgres://a,b/db?target_session_attrs=standby", /^DATABASE_URL must be an address/],
    ["ADMIN_PASSWORD", "short", /^ADMIN_PASSWORD must be a text of/],
    ["SECRET_KEY", "c2hvcnQ=", "SECRET_KEY must be 32 bytes in base64."],
    ["TRUSTED_PROXIES", "proxy", /^TRUSTED_PROXIES must be networks such as .*, not "proxy"\.$/],
    ["METRICS_TOKEN", "short", "METRICS_TOKEN must be a text of 16 to 256 characters without spaces."],
    ["TLS_CERT", "/cert.pem", "TLS_CERT is set, so TLS_KEY must be too."],
    ["TLS_KEY", "/key.pem", "TLS_KEY is set, so TLS_CERT must be too."],
    [
      "S3_ENDPOINT",
      "https://s3.example.org/path",
      /^S3_ENDPOINT must be an address like "https:.*", not "https:.*"\.$/,
    ],
    ["S3_ENDPOINT", "s3.example.org", /^S3_ENDPOINT must be an address/],
    ["S3_BUCKET", "My_Bucket", /^S3_BUCKET must be 3 to 63 lower-case/],
    ["S3_PATH_STYLE", "yes", 'S3_PATH_STYLE must be true or false, not "yes".'],
    ["S3_ENDPOINT", "https://s3.example.org", "S3_BUCKET must be set as well to store pictures in an S3 store."],
  ])("refuse %s=%s with a message that names it", (name, text, sentence) => {
    const read = () => parseSettings({ [name]: text });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(sentence);
  });

  test.each([
    ["DATABASE_URL", "mysql://x:hush-hush@y/z"],
    ["ADMIN_PASSWORD", "hush"],
    ["SECRET_KEY", "hush"],
    ["METRICS_TOKEN", "hush"],
    ["S3_SECRET_KEY", "hush hush"],
  ])("never show the secret in %s", (name, text) => {
    expect(() => parseSettings({ [name]: text })).not.toThrow(/hush/);
  });

  test("show a database address without its credentials", () => {
    expect(withoutCredentials("postgres://me:word@db.example.org:5433/gatehouse?sslmode=require")).toBe(
      "postgres://db.example.org:5433/gatehouse",
    );
    expect(withoutCredentials("postgresql://me:word@a.example.org:5433,b.example.org/gatehouse?x=y")).toBe(
      "postgresql://a.example.org:5433,b.example.org/gatehouse",
    );
  });

  test("HA-5 name several hosts of a database", () => {
    expect(splitHosts("postgres://me:w,rd@a:1,[::1]:2,c/db?target_session_attrs=read-write&sslmode=require")).toEqual([
      "postgres://me:w,rd@a:1/db?sslmode=require",
      "postgres://me:w,rd@[::1]:2/db?sslmode=require",
      "postgres://me:w,rd@c/db?sslmode=require",
    ]);
    expect(splitHosts("postgres:///db?host=%2Ftmp&user=me")).toEqual(["postgres:///db?host=%2Ftmp&user=me"]);
  });
});
