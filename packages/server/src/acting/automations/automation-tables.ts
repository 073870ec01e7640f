import { defineTables } from '../../kernel/sql/define-table.ts'

/** What automations did, and what they skipped. */
export const automationTables = defineTables({
  automation_runs: {
    run_id: 'text',
    automation_id: 'text',
    trigger_type: 'text', // SIGNAL_OCCURRENCE, SCHEDULE
    status: 'text', // of the record; how its deliveries stand decides beyond PENDING_DELIVERY
    occurred_at: 'timestamp', // the last of its occurrences, or the slot
    matched_at: 'timestamp',
    event_id: 'text?',
    event_name: 'text?',
    event_channel: 'text?',
    agent_run_id: 'text?',
    require_all: 'boolean', // one destination that takes the message isn't enough
    skip_reason: 'text?',
    error_code: 'text?',
    error_message: 'text?',
    updated_at: 'timestamp',
  },

  /** Occurrences that a run acts on or skips: its automation ignores them from then on. */
  run_occurrences: {
    run_id: 'text',
    automation_id: 'text',
    occurrence_id: 'text',
  },

  /** Thresholds that a run acts on, with the time in which each counted. */
  run_windows: {
    run_id: 'text',
    automation_id: 'text',
    occurrence_id: 'text', // which may be gone by now: a late event moves it within its window
    signal_id: 'text',
    window_from: 'timestamp',
    window_until: 'timestamp',
  },

  /** The customers that a run is about. */
  run_customers: {
    run_id: 'text',
    automation_id: 'text',
    customer_id: 'text', // as it was: `aliases` says who answers for it now
    occurred_at: 'timestamp', // of the run
    acted: 'boolean', // false: it was skipped
  },
})
