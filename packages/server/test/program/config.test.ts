import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/app/config.ts'

/** What the settings' reader complains of. */
function complaint(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

describe('the settings', () => {
  it('have defaults', () => {
    expect(readConfig({})).toEqual({
      port: 8787,
      host: '127.0.0.1',
      dataDirectory: './data',
      databaseUrl: null,
      initialApiKey: null,
      initialPublicKey: null,
      nodeUrl: null,
      replicasPerOrganization: 2,
      publicUrl: null,
      logRequests: false,
      logFormat: 'text',
      apiKey: null,
      baseUrl: null,
      allowedOrigins: [],
      ingestRateLimit: 100,
      requireServerAuth: false,
      countryDatabase: null,
      feedbackPerHour: 60,
      metricsToken: null,
      queryTimeoutMs: 10_000,
      freshnessHorizonMs: 24 * 3_600_000,
      messagesPerHour: 100,
      spoolMegabytes: 256,
      snapshots: 'database',
      bucketService: null,
      readProcesses: 8,
      agentSpending: { dailyTokens: 5_000_000, prices: null, runCost: null },
      openId: null,
      ai: null,
      embeddings: null,
      secretKeys: null,
      allowPrivateAddresses: false,
      dataOnDisconnect: 'keep',
      providers: {},
      drainMs: 5_000,
      shutdownTimeoutMs: 10_000,
    })
  })

  it('come from the environment; an empty value is none', () => {
    const environment = {
      PORT: '0',
      HOST: '0.0.0.0',
      SVC_DATA_DIR: '/tmp/x y',
      SVC_DATABASE_URL: 'postgres://me@db/intel',
      SVC_INITIAL_API_KEY: `ok_${'a'.repeat(32)}`,
      SVC_BASE_URL: 'http://127.0.0.1:8787',
      SVC_INITIAL_PUBLIC_KEY: 'pk_acme',
      SVC_PUBLIC_KEY: 'pk_client',
      SVC_API_KEY: 'ok_mine',
      SVC_PUBLIC_URL: 'https://intel.acme.com/ci/',
      SVC_LOG_REQUESTS: 'yes',
      SVC_LOG_FORMAT: 'json',
      SVC_ALLOWED_ORIGINS: ' https://acme.com , *.acme.com,null,',
      SVC_INGEST_RATE_LIMIT: '0',
      SVC_REQUIRE_SERVER_AUTH: 'true',
      SVC_COUNTRY_DATABASE: '/srv/countries.mmdb',
      SVC_FEEDBACK_PER_HOUR: '5',
      SVC_QUERY_TIMEOUT_MS: '500',
      SVC_FRESHNESS_HOURS: '48',
      SVC_MESSAGES_PER_HOUR: '20',
      SVC_READ_PROCESSES: '3',
      SVC_DATABASE_SPOOL_MB: '64',
      SVC_SNAPSHOTS: 's3://intel-snapshots/acme/',
      SVC_S3_ENDPOINT: 'https://s3.example.com',
      SVC_S3_REGION: 'eu-central-1',
      SVC_S3_ACCESS_KEY_ID: 'id',
      SVC_S3_SECRET_ACCESS_KEY: 'secret',
      SVC_AI_BASE_URL: 'http://localhost:11434/v1',
      SVC_AI_MODEL: 'large',
      SVC_AI_PRICES: '0.15,0.60',
      SVC_AGENT_RUN_COST: '0.25',
      SVC_AGENT_DAILY_TOKENS: '1000',
      SVC_EMBEDDINGS_BASE_URL: 'http://localhost:11434/v1',
      SVC_EMBEDDINGS_API_KEY: 'secret',
      SVC_EMBEDDINGS_MODEL: 'small',
      SVC_SHUTDOWN_TIMEOUT_MS: '',
      SVC_INTEGRATION_DATA_ON_DISCONNECT: 'remove',
      SVC_METRICS_TOKEN: 'a-token-of-mine-16',
      SVC_OIDC_ISSUER: 'https://id.acme.com',
      SVC_OIDC_CLIENT_ID: 'console',
      SVC_OIDC_CLIENT_SECRET: 's',
      SVC_OIDC_DOMAINS: 'Acme.com, acme.example',
      SVC_NODE_URL: 'http://10.0.0.7:8787/',
      SVC_REPLICAS_PER_ORGANIZATION: '3',
      SVC_OIDC_ROLE: 'editor',
    }
    expect(readConfig(environment)).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDirectory: '/tmp/x y',
      databaseUrl: 'postgres://me@db/intel',
      initialApiKey: `ok_${'a'.repeat(32)}`,
      baseUrl: 'http://127.0.0.1:8787',
      apiKey: 'ok_mine',
      initialPublicKey: 'pk_acme',
      nodeUrl: 'http://10.0.0.7:8787',
      replicasPerOrganization: 3,
      publicUrl: 'https://intel.acme.com/ci',
      logRequests: true,
      logFormat: 'json',
      allowedOrigins: ['https://acme.com', '*.acme.com', 'null'],
      ingestRateLimit: 0,
      requireServerAuth: true,
      countryDatabase: '/srv/countries.mmdb',
      feedbackPerHour: 5,
      metricsToken: 'a-token-of-mine-16',
      queryTimeoutMs: 500,
      freshnessHorizonMs: 48 * 3_600_000,
      messagesPerHour: 20,
      spoolMegabytes: 64,
      bucketService: {
        endpoint: 'https://s3.example.com',
        region: 'eu-central-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
      snapshots: {
        endpoint: 'https://s3.example.com',
        region: 'eu-central-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
        bucket: 'intel-snapshots',
        prefix: 'acme',
      },
      readProcesses: 3,
      openId: {
        issuer: 'https://id.acme.com',
        clientId: 'console',
        clientSecret: 's',
        label: 'Single sign-on',
        domains: ['acme.com', 'acme.example'],
        newcomerRole: 'editor',
      },
      ai: { baseUrl: 'http://localhost:11434/v1', apiKey: null, model: 'large' },
      agentSpending: { dailyTokens: 1_000, prices: { input: 0.15, output: 0.6 }, runCost: 0.25 },
      embeddings: { baseUrl: 'http://localhost:11434/v1', apiKey: 'secret', model: 'small' },
      secretKeys: null,
      allowPrivateAddresses: false,
      dataOnDisconnect: 'remove',
      providers: {},
      drainMs: 5_000,
      shutdownTimeoutMs: 10_000,
    })
  })

  it.each([
    ['PORT', '80 80'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'http://localhost'],
    ['SVC_INITIAL_PUBLIC_KEY', 'acme'],
    ['SVC_PUBLIC_URL', 'intel.acme.com'],
    ['SVC_LOG_FORMAT', 'xml'],
    ['SVC_ALLOWED_ORIGINS', 'https://acme.com,*'],
    ['SVC_INGEST_RATE_LIMIT', '1.5'],
    ['SVC_INGEST_RATE_LIMIT', 'many'],
    ['SVC_REQUIRE_SERVER_AUTH', 'maybe'],
    ['SVC_FEEDBACK_PER_HOUR', '-1'],
    ['SVC_QUERY_TIMEOUT_MS', '0'],
    ['SVC_SNAPSHOTS', 'https://bucket.example.com'],
    ['SVC_S3_ENDPOINT', 'https://s3.example.com/bucket'],
    ['SVC_READ_PROCESSES', '0'],
    ['SVC_EMBEDDINGS_BASE_URL', 'models.example.com'],
  ])('are refused with name, value and remedy: %s=%s', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(
      new RegExp(`^${name} must .*; it is ${JSON.stringify(value).replace(/[*.]/g, '\\$&')}$`),
    )
  })

  it('name a folder for snapshots, or a bucket with all that it needs', () => {
    expect(readConfig({ SVC_SNAPSHOTS: './snapshots' }).snapshots).toEqual({ folder: './snapshots' })
    expect(readConfig({ SVC_SNAPSHOTS: 'none' }).snapshots).toBe('none')
    expect(complaint({ SVC_SNAPSHOTS: 's3://intel', SVC_S3_ACCESS_KEY_ID: 'id' })).toBe(
      'SVC_SNAPSHOTS names a bucket, which needs SVC_S3_ENDPOINT, SVC_S3_SECRET_ACCESS_KEY: set them',
    )
  })

  it('never repeat a wrong key', () => {
    expect(complaint({ SVC_INITIAL_API_KEY: 'sk-secret' })).toMatch(/^SVC_INITIAL_API_KEY must be ok_/)
    expect(complaint({ SVC_INITIAL_API_KEY: 'sk-secret' })).not.toContain('secret')
    expect(complaint({ SVC_METRICS_TOKEN: 'too-short' })).toMatch(/^SVC_METRICS_TOKEN must be 16 to 200/)
    expect(complaint({ SVC_METRICS_TOKEN: 'too-short' })).not.toContain('too-short')
  })

  it('of providers have a name for each provider', () => {
    const secretKey = Buffer.alloc(32, 7).toString('base64')
    const { providers, secretKeys } = readConfig({
      SVC_PROVIDER_CRM_A_BASE_URL: 'http://127.0.0.1:9400/',
      SVC_PROVIDER_CRM_A_CLIENT_ID: 'app',
      SVC_PROVIDER_CRM_A_CLIENT_SECRET: 'secret',
      SVC_SECRET_KEY: secretKey,
    })
    expect(providers).toEqual({
      'crm-a': { baseUrl: 'http://127.0.0.1:9400', clientId: 'app', clientSecret: 'secret' },
    })
    expect(secretKeys).toEqual([Buffer.alloc(32, 7)])
    expect(complaint({ SVC_PROVIDER_CRM_A_CLIENT_ID: 'app' })).toContain('set both, or neither')
    expect(complaint({ SVC_PROVIDER_CRM_A_BASE_URL: 'http://a.example/path' })).toContain('without a path')
    expect(complaint({ SVC_PROVIDER_CRM_B_BASEURL: 'x' })).toContain(
      'did you mean SVC_PROVIDER_CRM_B_BASE_URL',
    )
    expect(complaint({ SVC_SECRET_KEY: 'dG9vIHNob3J0' })).not.toContain('dG9v')
  })

  it('that belong together are refused alone', () => {
    expect(complaint({ SVC_EMBEDDINGS_MODEL: 'small' })).toContain('set both, or neither')
    expect(complaint({ SVC_OIDC_ISSUER: 'https://id.acme.com' })).toContain(
      'belong together: set all, or none',
    )
    expect(complaint({ SVC_OIDC_ROLE: 'owner' })).toContain('must be one of viewer, editor, admin')
    expect(complaint({ SVC_OIDC_DOMAINS: 'acme' })).toContain('must be domains of e-mail addresses')
    expect(complaint({ SVC_AI_BASE_URL: 'http://localhost/v1' })).toContain('SVC_AI_MODEL belong together')
  })

  it('that are misspelt are refused with the nearest name', () => {
    expect(complaint({ SVC_ALLOWED_ORIGIN: 'x' })).toContain('did you mean SVC_ALLOWED_ORIGINS?')
    expect(complaint({ SVC_DATADIR: 'x' })).toContain('did you mean SVC_DATA_DIR?')
    expect(complaint({ svc_api_key: 'x' })).toContain('did you mean SVC_API_KEY?')
  })

  it('of other parts of the product are let be', () => {
    expect(complaint({ SVC_BASE_URL: 'http://127.0.0.1:8787', PATH: '/bin' })).toBe('none')
  })

  it('are all told of at once', () => {
    expect(complaint({ PORT: 'x', SVC_QUERY_TIMEOUT_MS: 'y', SVC_NOTHING: 'z' }).split('\n')).toHaveLength(3)
  })
})
