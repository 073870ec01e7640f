import { describe, expect, test } from 'vitest'
import { createParameters } from '../../src/kernel/sql/parameters.ts'

describe('what a caller gave enters SQL', () => {
  test('a text as a parameter, whatever it holds', () => {
    const { bind, values } = createParameters()
    expect(bind(`'; drop table events; --`, 'varchar')).toBe('$1::varchar')
    expect(values).toEqual([`'; drop table events; --`])
  })

  test('a name, a domain or an e-mail address of plain characters as a literal', () => {
    const { bind, values } = createParameters()
    expect(bind('PAGE_VIEW', 'varchar')).toBe(`'PAGE_VIEW'::varchar`)
    expect(bind('jane@acme-1.com', 'varchar')).toBe(`'jane@acme-1.com'::varchar`)
    expect(['', 'a b', "a'b", 'ä', 'a\n', 'a'.repeat(65)].map((text) => bind(text, 'varchar'))).toEqual(
      [1, 2, 3, 4, 5, 6].map((place) => `$${place}::varchar`),
    )
    expect(values).toHaveLength(6)
  })

  test('a time as a literal, within the years that both engines read', () => {
    const { bind, values } = createParameters()
    expect(bind(new Date('2026-06-01T10:00:00.5Z'), 'timestamp')).toBe(`timestamp '2026-06-01 10:00:00.500'`)
    expect(bind(new Date(8.64e15), 'timestamp')).toBe(`timestamp '9999-12-31 23:59:59.000'`)
    expect(bind('2026-06-01 10:00:00.123456', 'timestamp')).toBe(`timestamp '2026-06-01 10:00:00.123456'`)
    expect(values).toEqual([])
  })

  test.each([`2026-06-01 10:00:00' or true --`, `2026-06-01 10:00:00\n`, 'infinity', ''])(
    'a text that is no time of ours as a parameter, even as a time: %j',
    (text) => {
      const { bind, values } = createParameters()
      expect(bind(text, 'timestamp')).toBe('$1::timestamp')
      expect(values).toEqual([text])
    },
  )

  test('a whole number as a literal, any other as a parameter', () => {
    const { bind, values } = createParameters()
    expect(bind(51, 'integer')).toBe('51')
    expect(bind(-(2 ** 40), 'bigint')).toBe(String(-(2 ** 40)))
    expect(bind(1.5, 'integer')).toBe('$1::integer')
    expect(bind('7', 'bigint')).toBe('$2::bigint')
    expect(bind(7, 'double precision')).toBe('$3::double precision')
    expect(values).toEqual([1.5, '7', 7])
  })

  test('a few numbers as literals, and many as one parameter', () => {
    const { bindAll, values } = createParameters()
    expect(bindAll([3, 1, 2])).toBe('3, 1, 2')
    const many = Array.from({ length: 1_001 }, (_, index) => index)
    expect(bindAll(many)).toContain('$1')
    expect(values).toEqual([many])
  })
})
