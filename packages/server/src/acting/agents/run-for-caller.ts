import type { AgentRunDetail, AgentRunSummary } from '@customer-intel/contract'
import type { Caller } from '../../kernel/operations/services.ts'

// What a run says about customers is only for callers who may read customers; others get counts.

/** A run in lists, for a caller. */
export function summaryFor<Run extends AgentRunSummary>(caller: Pick<Caller, 'grants'>, run: Run): Run {
  return mayReadCustomers(caller) ? run : { ...run, summary: null }
}

/** A run in full, for a caller. */
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

/** Whether this caller may see names and texts of customers. */
export function mayReadCustomers({ grants }: Pick<Caller, 'grants'>): boolean {
  return grants.includes('customer_intelligence:read')
}
