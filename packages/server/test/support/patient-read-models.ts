import { patienceMs } from '../../../../tests/support/patience.ts'
import { openReadModels } from '../../src/projector/process/open-read-models.ts'
import { createSlots } from '../../src/projector/process/slots.ts'
import type { OpenReadModels } from '../../src/app/workspaces/open-workspaces.ts'

/**
 * Real read models that wait for what was sent as long as tests do, where nobody says how long: a busy machine may take
 * longer than the seconds after which people are told that an answer lacks something.
 */
export function patientReadModels(): OpenReadModels {
  const slots = createSlots(8)
  return async (where) => {
    const readModels = await openReadModels({ ...where, slots })
    const fresh = readModels.fresh.bind(readModels)
    const exact = readModels.exact.bind(readModels)
    readModels.fresh = (options) => fresh({ withinMs: patienceMs, ...options })
    readModels.exact = (options) => exact({ withinMs: patienceMs, ...options })
    return readModels
  }
}
