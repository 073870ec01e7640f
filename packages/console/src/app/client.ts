import { CustomerIntel } from '@customer-intel/node-sdk'

/** The server that served this page, for whoever is signed in. */
export const client = new CustomerIntel({ apiKey: null, baseUrl: location.origin, maxRetryAfterMs: 5_000 })
