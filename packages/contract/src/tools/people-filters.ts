import * as v from 'valibot'
import { limits } from '../limits.ts'
import { mapOf } from '../maps.ts'
import { integer, text, trimmedText } from '../scalars.ts'
import { activityWindows, orderDirections } from '../vocabulary.ts'

/** Traits that must all match exactly, type included. An empty map filters nothing. */
export type TraitFilters = Record<string, string | number | boolean>

const bounds = limits.tools

export const TraitFiltersSchema = mapOf<string | number | boolean>({
  isValue: (value): value is string | number | boolean =>
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value)),
  expectation: 'must be a string, a finite number or a boolean',
  valueJsonSchema: { type: ['string', 'number', 'boolean'] },
  maxKeys: bounds.traitFilters,
  keyPattern: /^[A-Za-z0-9_-]{1,100}$/,
  maxValueLength: bounds.traitFilterValueLength,
})

/** Part of a text, in any case. Blanks alone filter nothing. */
export const SearchSchema = text(bounds.filterTextLength)

/** An id or an e-mail address to filter by. */
export const FilterTextSchema = trimmedText(bounds.filterTextLength)

export const ActivityWindowSchema = v.picklist(activityWindows)

export const OrderDirectionSchema = v.optional(v.picklist(orderDirections), 'desc')

export const PeopleLimitSchema = v.optional(integer(1, bounds.peopleListMax), limits.platform.listDefault)

export const EvidenceLimitSchema = v.optional(integer(1, bounds.evidenceListMax), limits.platform.listDefault)

/** A customer, by id, domain or name. */
export const customerReference = (max: number = bounds.customerLength) => trimmedText(max)

/** A person, by id, the caller’s own id or e-mail address. */
export const userReference = () => trimmedText(bounds.filterTextLength)

/** Refuses two filters that contradict each other. */
export const excludesActivityPair = (input: {
  hasActivityInLast?: string | undefined
  noActivityInLast?: string | undefined
}): boolean => input.hasActivityInLast === undefined || input.noActivityInLast === undefined

export const activityPairMessage = 'can’t be combined with hasActivityInLast: give one of the two'
