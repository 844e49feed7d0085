import pg from "pg";
import { errorReason } from "../startup-error.ts";
import { splitHosts } from "./database-hosts.ts";

/** pg's callback of `connect`. */
type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** The host that accepts writes. */
type Target = Pick<pg.Client, "host" | "port">;

/** Closes the connections of its pools together, those that are being opened too. */
export class Suspension {
  readonly #clients = new Set<pg.Client>();
  #isActive = false;

  get isActive(): boolean {
    return this.#isActive;
  }

  add(client: pg.Client): void {
    this.#clients.add(client);
    client.once("end", () => this.#clients.delete(client));
  }

  begin(): void {
    this.#isActive = true;
    for (const client of this.#clients) client.connection.stream.destroy();
  }

  end(): void {
    this.#isActive = false;
  }
}

/** Options of a connection; during a suspension none is opened. */
interface DatabaseClientConfig extends pg.ClientConfig {
  readonly suspension?: Suspension;
}

/** Less than the time that any caller waits for a connection. */
const probeMs = 1_000;
/** How long a found host is used without asking again, so that a whole pool asks once. */
const knownMs = 1_000;

/** PostgreSQL's code of a write to a host that has become read-only. */
const readOnly = "25006";
/** The code of a connection that can't be established. */
const noConnection = "08001";

const known = new Map<string, { readonly target: Promise<Target>; readonly untilMs: number }>();

/**
 * pg's client. If the address names several hosts, it connects to the one that accepts writes, and closes its connection when
 * that host no longer accepts them.
 */
export class DatabaseClient extends pg.Client {
  readonly #url: string;
  readonly #hosts: readonly string[];
  readonly #suspension: Suspension | undefined;
  #isEnding = false;

  constructor({ suspension, ...config }: DatabaseClientConfig = {}) {
    const url = config.connectionString ?? "";
    const hosts = splitHosts(url) ?? [];
    const [first, ...others] = hosts;
    super(first !== undefined && others.length > 0 ? { ...config, connectionString: first } : config);
    this.#url = url;
    this.#hosts = hosts;
    this.#suspension = suspension;
    if (hosts.length < 2) return;
    this.connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code === readOnly) setImmediate(() => this.connection.stream.destroy());
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connected = this.#open();
    if (!callback) return connected;
    const done = callback as (error: Error | null, client?: pg.Client) => void;
    connected.then(() => done(null, this), done);
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    this.#isEnding = true;
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  async #open(): Promise<pg.Client> {
    if (this.#suspension?.isActive) throw unreachable("the database does not respond");
    this.#suspension?.add(this);
    return this.#hosts.length < 2 ? super.connect() : this.#connectForWriting();
  }

  async #connectForWriting(): Promise<pg.Client> {
    const { host, port } = await findTarget(this.#url, this.#hosts);
    if (this.#isEnding || this.connection.stream.destroyed) throw unreachable("the connection was closed");
    Object.assign(this, { host, port });
    try {
      return await super.connect();
    } catch (error) {
      known.delete(this.#url);
      throw error;
    }
  }
}

/** Concurrent callers share one search. */
function findTarget(url: string, hosts: readonly string[]): Promise<Target> {
  const found = known.get(url);
  if (found && performance.now() < found.untilMs) return found.target;
  const target = Promise.any(hosts.map(probe)).catch((error: AggregateError) => {
    throw unreachable(`no host accepts writes: ${error.errors.map(errorReason).join(", ")}`);
  });
  const entry = { target, untilMs: performance.now() + probeMs + knownMs };
  known.set(url, entry);
  target.catch(() => known.get(url) === entry && known.delete(url));
  return target;
}

const unreachable = (message: string) => Object.assign(new Error(message), { code: noConnection });

/** Rejects unless the host accepts writes. */
async function probe(connectionString: string): Promise<Target> {
  const client = new pg.Client({
    ...{ connectionString, connectionTimeoutMillis: probeMs, query_timeout: probeMs },
    application_name: "gatehouse",
  });
  client.on("error", () => {});
  const name = `${client.host}:${client.port}`;
  try {
    await client.connect();
    const { rows } = await client.query<{ isWritable: boolean }>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "isWritable"`,
    );
    if (!rows[0]?.isWritable) throw new Error("is read-only");
    return { host: client.host, port: client.port };
  } catch (error) {
    throw new Error(`${name} ${errorReason(error)}`);
  } finally {
    client.connection.stream.destroy();
  }
}
