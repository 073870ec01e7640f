import type { AgentRunDetail, AgentRunSummary } from '@customer-intel/contract'
import type { Caller } from '../services.ts'

// What a run says of customers is for those who may read customers: for others it stands as counts.

/** A run as lists tell it to a caller. */
export function summaryFor<Run extends AgentRunSummary>(caller: Pick<Caller, 'grants'>, run: Run): Run {
  return mayReadCustomers(caller) ? run : { ...run, summary: null }
}

/** A run, whole, as it is told to a caller. */
export function detailFor(caller: Pick<Caller, 'grants'>, run: AgentRunDetail): AgentRunDetail {
  if (mayReadCustomers(caller)) return run
  return {
    ...summaryFor(caller, run),
    candidates: [],
    outputs: [],
    toolCalls: [],
    visibility: {
      hiddenCustomerCount: run.candidates.length,
      hiddenOutputCount: run.outputs.length,
      debugLedgerHidden: run.toolCalls.length > 0,
    },
  }
}

/** Whether names and texts of customers are for this caller. */
export function mayReadCustomers({ grants }: Pick<Caller, 'grants'>): boolean {
  return grants.includes('customer_intelligence:read')
}
