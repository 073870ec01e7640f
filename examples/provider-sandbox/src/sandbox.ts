import { type Handler, type Served, serve } from './http.ts'
import type { OAuthPlay } from './oauth.ts'
import { type AnalyticsA, playAnalyticsA } from './providers/analytics-a.ts'
import { type AuthAnalyticsA, playAuthAnalyticsA } from './providers/auth-analytics-a.ts'
import { type AuthAnalyticsB, playAuthAnalyticsB } from './providers/auth-analytics-b.ts'
import { type BillingA, playBillingA } from './providers/billing-a.ts'
import { type CalendarA, playCalendarA } from './providers/calendar-a.ts'
import { type CallsA, playCallsA } from './providers/calls-a.ts'
import { type CallsB, playCallsB } from './providers/calls-b.ts'
import { type CrmA, playCrmA } from './providers/crm-a.ts'
import { type CrmB, playCrmB } from './providers/crm-b.ts'
import { type MailA, playMailA } from './providers/mail-a.ts'
import { type ChatApp, playChatApp } from './providers/chat-app.ts'
import { playSupportA, type SupportA } from './providers/support-a.ts'
import type { SentWebhook } from './webhooks.ts'
import { createWorld, type World } from './world.ts'

export interface Sandbox {
  world: World
  billingA: BillingA & Served
  supportA: SupportA & Served
  callsA: CallsA & Served
  callsB: CallsB & Served
  analyticsA: AnalyticsA & Served
  authAnalyticsA: AuthAnalyticsA & Served
  authAnalyticsB: AuthAnalyticsB & Served
  calendarA: CalendarA & Served
  crmA: CrmA & Served
  crmB: CrmB & Served
  mailA: MailA & Served
  chatApp: ChatApp & Served
  /** `SVC_PROVIDER_…` settings that point a server here. */
  environment: Record<string, string>
  close(): Promise<void>
}

interface Playing {
  handler: Handler
  webhook?: (secrets: readonly string[]) => SentWebhook
  oauth?: OAuthPlay
}

/** Starts every provider that is played, each at a port of its own: from `port` on; 0 picks free ones. */
export async function startSandbox({
  port = 0,
  ...options
}: { port?: number; companies?: number; seed?: number; now?: number } = {}): Promise<Sandbox> {
  const world = createWorld(options)
  const environment: Record<string, string> = {}
  const served: Served[] = []

  async function start<Played extends Playing>(id: string, played: Played) {
    const one = await serve(played.handler, {
      port: port === 0 ? 0 : port + served.length,
      webhook: played.webhook,
    })
    served.push(one)
    const stem = `SVC_PROVIDER_${id}`
    environment[`${stem}_BASE_URL`] = one.origin
    if (played.oauth !== undefined) {
      environment[`${stem}_CLIENT_ID`] = played.oauth.clientId
      environment[`${stem}_CLIENT_SECRET`] = played.oauth.clientSecret
    }
    return Object.assign(one, played)
  }

  return {
    world,
    billingA: await start('BILLING_A', playBillingA(world)),
    supportA: await start('SUPPORT_A', playSupportA(world)),
    callsA: await start('CALLS_A', playCallsA(world)),
    callsB: await start('CALLS_B', playCallsB(world)),
    analyticsA: await start('ANALYTICS_A', playAnalyticsA(world)),
    authAnalyticsA: await start('AUTH_ANALYTICS_A', playAuthAnalyticsA(world)),
    authAnalyticsB: await start('AUTH_ANALYTICS_B', playAuthAnalyticsB(world)),
    calendarA: await start('CALENDAR_A', playCalendarA(world)),
    crmA: await start('CRM_A', playCrmA(world)),
    crmB: await start('CRM_B', playCrmB(world)),
    mailA: await start('MAIL_A', playMailA(world)),
    chatApp: await start('CHAT_APP', playChatApp(world)),
    environment,
    close: async () => {
      await Promise.all(served.map((one) => one.close()))
    },
  }
}
