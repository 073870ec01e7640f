import { Histogram, Registry } from 'prom-client'

/** How long things take, in seconds. */
export interface Histograms {
  readonly registry: Registry
  /** By method and route: what the caller waited for the answer. */
  readonly requests: Histogram<'method' | 'route'>
  /** Users' SQL, by outcome: `answered` or `failed`. */
  readonly queries: Histogram<'outcome'>
  /** From an append to the log until reads include it. One sample each 100 ms at most. */
  readonly projectionLag: Histogram
  /** Attempts of deliveries, by the status after them. */
  readonly deliveries: Histogram<'status'>
  /** Syncs, by provider and status. */
  readonly syncs: Histogram<'provider' | 'status'>
}

const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const workBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 1_800]

export function createHistograms(): Histograms {
  const registry = new Registry()
  const define = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[] = answerBuckets,
  ) =>
    new Histogram({ name: `svc_${name}_duration_seconds`, help, labelNames, buckets, registers: [registry] })
  return {
    registry,
    requests: define('request', 'Time until an answer, by method and route.', ['method', 'route']),
    queries: define('query', 'Time of users’ SQL, its queue included, by outcome.', ['outcome']),
    projectionLag: define('projection', 'Time from an append to the log until reads include it.', []),
    deliveries: define('delivery', 'Time of one try to deliver a message, by the status after it.', [
      'status',
    ]),
    syncs: define('sync', 'Time of one sync, by provider and status.', ['provider', 'status'], workBuckets),
  }
}
