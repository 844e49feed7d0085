import { assertFound } from "@gatehouse/contract/assert-found";
import { appendTo, listIn } from "@gatehouse/contract/collections";
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricName,
  metricDefinitions,
} from "@gatehouse/contract/metrics";

type Labels = Readonly<Record<string, string>>;

/** A value of a metric at the time of a scrape. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** The metrics of this process. Counting only changes numbers in memory; gauges are read by a scrape. */
export interface Metrics {
  /** Increments a counter. */
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, amount?: number): void;
  /** Adds a duration to a histogram. */
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  /** Registers how a scrape reads a metric. Several readers of a metric add up. */
  read(name: GaugeName | CounterName, read: () => number | readonly Sample[] | Promise<readonly Sample[]>): void;
  /** Registers the length of a queue. */
  readQueue(queue: string, length: () => number): void;
  /** All metrics in the text format of Prometheus. */
  expose(): Promise<string>;
}

/** From a push that is stored at once to one that is rejected after its time limit. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Buckets {
  readonly labels: Labels;
  readonly counts: number[];
  sum: number;
  count: number;
}

export function createMetrics(): Metrics {
  const counters = new Map<MetricName, Map<string, { labels: Labels; value: number }>>();
  const histograms = new Map<MetricName, Map<string, Buckets>>();
  const readers = new Map<MetricName, (() => number | readonly Sample[] | Promise<readonly Sample[]>)[]>();

  function entry<Value>(
    map: Map<MetricName, Map<string, Value>>,
    name: MetricName,
    labels: Labels,
    create: () => Value,
  ) {
    const key = metricDefinitions[name].labels.map((label) => labels[label]).join("\0");
    const values = map.get(name) ?? new Map<string, Value>();
    map.set(name, values);
    const value = values.get(key) ?? create();
    values.set(key, value);
    return value;
  }

  const read: Metrics["read"] = (name, reader) => appendTo(readers, name, reader);

  /** A reader that fails leaves its metric out. */
  async function readSamples(name: MetricName): Promise<Sample[]> {
    const results = await Promise.allSettled(listIn(readers, name).map(async (reader) => reader()));
    const samples = results.flatMap((result) => (result.status === "fulfilled" ? toSamples(result.value) : []));
    return [...Map.groupBy(samples, ({ labels }) => formatLabels(labels)).values()].map((same) => ({
      labels: same[0]?.labels ?? {},
      value: same.reduce((sum, { value }) => sum + value, 0),
    }));
  }

  async function exposeMetric(name: MetricName): Promise<string[]> {
    const { type, help } = metricDefinitions[name];
    const samples = [...(counters.get(name)?.values() ?? []), ...(await readSamples(name))];
    const lines = [
      ...samples.map(({ labels, value }) => `${name}${formatLabels(labels)} ${value}`),
      ...[...(histograms.get(name)?.values() ?? [])].flatMap((buckets) => histogramLines(name, buckets)),
    ];
    return lines.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
  }

  return {
    count: (name, labels, amount = 1) => {
      entry(counters, name, labels, () => ({ labels, value: 0 })).value += amount;
    },
    observe: (name, labels, seconds) => {
      const create = () => ({ labels, counts: bounds.map(() => 0), sum: 0, count: 0 });
      const buckets = entry<Buckets>(histograms, name, labels, create);
      buckets.sum += seconds;
      buckets.count += 1;
      const index = bounds.findIndex((bound) => seconds <= bound);
      if (index !== -1) buckets.counts[index] = assertFound(buckets.counts[index], "a bucket without its count") + 1;
    },
    read,
    readQueue: (queue, length) => read("gatehouse_queue_depth", () => [{ labels: { queue }, value: length() }]),
    expose: async () => {
      const names = Object.keys(metricDefinitions) as MetricName[];
      const lines = await Promise.all(names.map(exposeMetric));
      return `${lines.flat().join("\n")}\n`;
    },
  };
}

const toSamples = (read: number | readonly Sample[]): readonly Sample[] =>
  typeof read === "number" ? [{ value: read }] : read;

function histogramLines(name: string, { labels, counts, sum, count }: Buckets): string[] {
  let below = 0;
  const buckets = counts.map((inBucket, index) => {
    below += inBucket;
    return `${name}_bucket${formatLabels({ ...labels, le: String(bounds[index]) })} ${below}`;
  });
  return [
    ...buckets,
    `${name}_bucket${formatLabels({ ...labels, le: "+Inf" })} ${count}`,
    `${name}_sum${formatLabels(labels)} ${sum}`,
    `${name}_count${formatLabels(labels)} ${count}`,
  ];
}

function formatLabels(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escapeValue = (value: string) => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
