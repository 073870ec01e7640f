import * as v from 'valibot'
import { describedAs } from './described-as.ts'

/** A whole number in a query string: written as digits there, a number in the SDK. */
export const queryInteger = (min: number, max: number) =>
  v.pipe(
    v.custom<number>(
      (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) || Number.isInteger(value),
      'must be a whole number',
    ),
    describedAs({ type: 'integer', minimum: min, maximum: max }),
    v.transform(Number),
    v.minValue(min),
    v.maxValue(max),
  )

/** A boolean in a query string: `true` or `false`. */
export const queryBoolean = () =>
  v.pipe(
    v.custom<boolean>(
      (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
      'must be true or false',
    ),
    describedAs({ type: 'boolean' }),
    v.transform((value): boolean => String(value) === 'true'),
  )
