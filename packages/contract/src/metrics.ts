/** Where Prometheus reads the metrics. */
export const metricsPath = "/metrics";

export type MetricType = "counter" | "gauge" | "histogram";

/** A metric as Prometheus sees it. */
export interface MetricDefinition {
  readonly type: MetricType;
  readonly labels: readonly string[];
  readonly help: string;
}

/** Every metric. The dashboard, the alert rules and the manual may only use these. */
export const metricDefinitions = {
  gatehouse_build_info: { type: "gauge", labels: ["version"], help: "The running version; always 1." },
  gatehouse_pushes_total: {
    type: "counter",
    labels: ["result"],
    help: "Pushes of devices: stored, not_understood, refused, throttled or unavailable.",
  },
  gatehouse_push_duration_seconds: {
    type: "histogram",
    labels: [],
    help: "Time that the server spent on a push, without the time its body took to arrive.",
  },
  gatehouse_events_total: { type: "counter", labels: ["module"], help: "Stored events." },
  gatehouse_decisions_total: {
    type: "counter",
    labels: ["outcome"],
    help: "Access decisions: granted, denied or undecided.",
  },
  gatehouse_commands_total: {
    type: "counter",
    labels: ["kind", "result"],
    help: "Commands to relays and signs that ended: accepted, rejected, unreachable, expired or unmoved.",
  },
  gatehouse_command_duration_seconds: {
    type: "histogram",
    labels: ["kind"],
    help: "Time from the arrival of a push or request to the reply of the relay or sign.",
  },
  gatehouse_queue_depth: { type: "gauge", labels: ["queue"], help: "Items that wait in a queue of this process." },
  gatehouse_outbox_messages: {
    type: "gauge",
    labels: ["kind"],
    help: "Messages to other systems that are not delivered yet.",
  },
  gatehouse_outbox_age_seconds: {
    type: "gauge",
    labels: ["kind"],
    help: "Age of the oldest message that is not delivered yet.",
  },
  gatehouse_device_checks_total: {
    type: "counter",
    labels: ["result"],
    help: "Health checks of AI devices: ok or failed.",
  },
  gatehouse_devices: {
    type: "gauge",
    labels: ["kind", "state"],
    help: "Devices, boards, signs, readers and loops by their state.",
  },
  gatehouse_alerts_open: { type: "gauge", labels: [], help: "Alerts that are not resolved." },
  gatehouse_database_up: { type: "gauge", labels: [], help: "Whether the database answered the last scrape in time." },
  gatehouse_database_connections: {
    type: "gauge",
    labels: ["pool", "state"],
    help: "Database connections: busy or idle, and requests that are waiting for one.",
  },
  gatehouse_leader: { type: "gauge", labels: [], help: "Whether this process drives the hardware." },
  gatehouse_http_requests_total: { type: "counter", labels: ["status"], help: "HTTP responses by class of status." },
  gatehouse_http_request_duration_seconds: {
    type: "histogram",
    labels: [],
    help: "Time from a request to its response, without pushes and streams.",
  },
  gatehouse_live_clients: { type: "gauge", labels: [], help: "Browsers that receive live updates." },
  gatehouse_disk_free_bytes: { type: "gauge", labels: [], help: "Free space on the disk of the data folder." },
  gatehouse_tls_certificate_expiry_timestamp_seconds: {
    type: "gauge",
    labels: [],
    help: "When the TLS certificate in use expires; absent without TLS.",
  },
  gatehouse_event_loop_delay_seconds: {
    type: "gauge",
    labels: ["stat"],
    help: "Delay of the event loop since the last scrape: mean, p50, p99 or max.",
  },
  process_cpu_seconds_total: { type: "counter", labels: [], help: "CPU time of this process." },
  process_resident_memory_bytes: { type: "gauge", labels: [], help: "Memory of this process." },
  process_heap_bytes: { type: "gauge", labels: [], help: "JavaScript heap in use." },
  process_start_time_seconds: { type: "gauge", labels: [], help: "When this process started." },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof metricDefinitions;

type NamesOf<Type extends MetricType> = {
  [Name in MetricName]: (typeof metricDefinitions)[Name]["type"] extends Type ? Name : never;
}[MetricName];

export type CounterName = NamesOf<"counter">;
export type GaugeName = NamesOf<"gauge">;
export type HistogramName = NamesOf<"histogram">;

/** The values of a metric's labels. */
export type LabelsOf<Name extends MetricName> = {
  readonly [Label in (typeof metricDefinitions)[Name]["labels"][number]]: string;
};
