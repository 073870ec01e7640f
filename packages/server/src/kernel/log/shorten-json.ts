/**
 * JSON with every number in its shortest form, a mantissa without a point, and `?` where decoding found bytes that aren't
 * UTF-8. So a text that loses content in a rewrite is never longer than before, however it was written.
 */
export function shortenJson(json: Uint8Array): Uint8Array {
  return Buffer.from(
    Buffer.from(json)
      .toString('utf8')
      .replace(stringsAndNumbers, (token) =>
        token.startsWith('"') ? token.replaceAll('\ufffd', '?') : shortest(token),
      ),
  )
}

const stringsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

function shortest(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const mantissa = digits.replace(/(?<!0)0+$/, '')
  const power = Number(exponent) - fraction.length + digits.length - mantissa.length
  const short = mantissa === '' ? '0' : `${sign}${mantissa}${power === 0 ? '' : `e${power}`}`
  return short.length < number.length ? short : number
}
