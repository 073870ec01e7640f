import { defineFeature } from '../kernel/operations/define-feature.ts'
import {
  archiveSignal,
  createSignal,
  getSignal,
  getSignalOptions,
  listSignals,
  updateSignal,
} from './signal-routes.ts'
import { previewSignal } from './preview-signal.ts'
import { startDetection } from './detect-in-background.ts'
import type { FindSignalUses } from './signal-uses.ts'

declare module '../kernel/operations/services.ts' {
  interface Services {
    /** What waits for a signal, as the features above say. */
    findSignalUses: FindSignalUses
  }
}

/** What is watched for. */
export const signalsFeature = defineFeature({
  handlers: {
    getSignalOptions,
    listSignals,
    createSignal,
    getSignal,
    updateSignal,
    archiveSignal,
    previewSignal,
  },
  startBackground: (services) => [startDetection(services)],
})
