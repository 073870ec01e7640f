import { AppError } from '../kernel/errors.ts'
import { toErasure } from './describe-erasure.ts'
import { erasuresOf, findPerson } from './erasures.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'

/** `POST /api/people/export`: everything that is known of a person, in pages. */
export const exportPerson: RouteHandler<'exportPerson'> = {
  async run({ body: { person, cursor } }, { workspace }) {
    const known = await findPerson(workspace, person)
    const { items, next } = await workspace.readModels.readPersonItems(known, cursor ?? null)
    return { items, nextCursor: next }
  },
}

/** `POST /api/people/erase`: responds once the erasure is certain to be done; it continues in the background. */
export const erasePerson: RouteHandler<'erasePerson'> = {
  async run({ body: { person } }, { workspace, apiKey }) {
    return toErasure(await erasuresOf(workspace).request(person, apiKey.id))
  },
}

/** `GET /api/people/erasures/{id}`. */
export const getErasure: RouteHandler<'getErasure'> = {
  async run({ params: { id } }, { workspace }) {
    const state = await erasuresOf(workspace).find(id)
    if (state === null) throw new AppError('NOT_FOUND', 'There is no erasure by that id.')
    return toErasure(state)
  },
}
