import type { ConnectIntegrationBody, ConnectionStatus, SetupStepBody } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { IntegrationConnectionError, TimeoutError } from '../errors/errors.ts'
import { Resource } from './resource.ts'

export interface WaitOptions extends RequestOptions {
  /** Milliseconds between two looks. Default 2,000. */
  intervalMs?: number
  /** Milliseconds after which it gives up. Default 300,000, five minutes. */
  waitMs?: number
}

/** Integrations: the providers whose data is brought in. */
export class IntegrationsResource extends Resource {
  /** The providers, and whether they are connected. */
  list(query: { connectedOnly?: boolean } = {}, options?: RequestOptions) {
    return this.requestList('listIntegrations', { query }, (data) => data.items, options)
  }

  /** How one provider, or each, is set up. */
  capabilities(query: { provider?: string } = {}, options?: RequestOptions) {
    return this.request('getIntegrationCapabilities', { query }, options)
  }

  /**
   * Connects a provider: at once with the credentials in `config`, else by a page for the user's browser, at
   * `connectUrl` of the answer.
   *
   * @throws PlanLimitError when the plan allows no further connection.
   */
  connect(body: ConnectIntegrationBody, options?: RequestOptions) {
    return this.request('connectIntegration', { body }, options)
  }

  /** How a connection made in the browser stands. */
  connectionStatus(sessionId: string, options?: RequestOptions) {
    return this.request('getIntegrationConnectionStatus', { query: { sessionId } }, options)
  }

  /**
   * Looks again and again until a connection made in the browser is connected.
   *
   * @throws IntegrationConnectionError when it failed or its session expired.
   * @throws TimeoutError when it is still pending after `waitMs`.
   */
  async waitUntilConnected(sessionId: string, options: WaitOptions = {}): Promise<ConnectionStatus> {
    const { intervalMs = 2_000, waitMs = 300_000, ...request } = options
    const operation = 'getIntegrationConnectionStatus'
    const deadline = Date.now() + waitMs
    for (;;) {
      const { data, requestId } = await this.connectionStatus(sessionId, request).withResponse()
      if (data.status === 'connected') return data
      const fields = { operation, requestId, details: data }
      if (data.status === 'failed') {
        throw new IntegrationConnectionError(
          `${data.provider} was not connected: ${data.error ?? 'no reason given'}`,
          {
            ...fields,
            code: 'CONNECTION_FAILED_BY_PROVIDER',
          },
        )
      }
      if (data.status === 'expired') {
        const message = `The session for ${data.provider} expired before the user finished: connect again`
        throw new IntegrationConnectionError(message, { ...fields, code: 'SESSION_EXPIRED' })
      }
      if (Date.now() + intervalMs > deadline) {
        const message = `${data.provider} is still not connected after ${waitMs} ms: the user has to finish in the browser`
        throw new TimeoutError(message, { ...fields, code: 'TIMEOUT', retryable: true })
      }
      await pause(intervalMs, options.signal)
    }
  }

  /** Runs a follow-up step; without `config`, tells what the step needs. */
  runSetupStep(body: SetupStepBody, options?: RequestOptions) {
    return this.request('runIntegrationSetupStep', { body }, options)
  }

  /**
   * Disconnects a provider and removes its credentials.
   *
   * @throws NotFoundError when it is not connected.
   */
  disconnect(provider: string, options?: RequestOptions) {
    return this.request('disconnectIntegration', { body: { provider } }, options)
  }

  /** How a provider's syncs stand. */
  syncStatus(provider: string, options?: RequestOptions) {
    return this.request('getIntegrationSyncStatus', { query: { provider } }, options)
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    if (signal?.aborted) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
