/**
 * How much there is in a text for the search for secrets to try, in steps of a few microseconds: a step for each
 * digit (a card or account number may begin or end there), for each `=` and for each beginning of a web token.
 *
 * The search is quick on what people write, and slow on a text made to keep it busy: 30 kB of digits hold it for a
 * tenth of a second. So who searches asks here first.
 */
export function measureEffort(text: string): number {
  let effort = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) effort += 1
    else if (code === 0x3d) effort += 2
    else if (code === 0x65 && text.startsWith('eyJ', at)) effort += 20
  }
  return effort
}
