/** Joins the lines of a paragraph that was sent as `format=flowed` (RFC 3676). */
export function joinFlowed(text: string, deletesSpace: boolean): string {
  const joined: string[] = []
  /** How deep the line is quoted that the next one continues; null: none is open. */
  let open: number | null = null
  for (const line of text.split(/\r\n?|\n/)) {
    const depth = line.length - line.replace(/^>+/, '').length
    // A blank is put before lines that begin with a blank, `>` or `From`.
    const content = line.slice(depth).replace(/^ /, '')
    const isSignature = content === '-- '
    if (open === depth && content !== '' && !isSignature) joined.push(`${joined.pop()!}${content}`)
    else joined.push(depth === 0 ? content : `${'>'.repeat(depth)} ${content}`)
    const goesOn = content.endsWith(' ') && !isSignature
    if (goesOn && deletesSpace) joined.push(joined.pop()!.replace(/ $/, ''))
    open = goesOn ? depth : null
  }
  return joined.join('\n')
}
