import { bare } from './documented.mjs'

/**
 * A reader of one page after the other, who types what stands there.
 *
 * @param {object} reader
 * @param {ReturnType<import('./documented.mjs').openDocuments>} reader.documents
 * @param {(text: string) => string} reader.here the text as it holds on this machine
 * @param {(name: string, slowAfterSeconds: number, work: () => Promise<unknown>) => Promise<any>} reader.step
 */
export function createReader({ documents, here, step }) {
  /**
   * Runs the commands of a page in order. `fill`: what stands for a placeholder, asked when it is met. `special`: commands
   * that are run otherwise. `first`: which come before the others. `more`: what is added to a command.
   */
  return async function runPage(
    file,
    { shell, fill = {}, special = [], only = /^/, first = /$^/, more = () => '', slowAfterSeconds = 60 },
  ) {
    const commands = documents.commandsOf(file, only)
    for (const command of [
      ...commands.filter((one) => first.test(one)),
      ...commands.filter((one) => !first.test(one)),
    ]) {
      const [name] = bare(command).split('\n')
      await step(`${file}: ${name.slice(0, 76)}`, slowAfterSeconds, async () => {
        let text = here(command)
        for (const placeholder of text.match(/<[a-z]+>/g) ?? [])
          if (fill[placeholder]) text = text.replaceAll(placeholder, await fill[placeholder]())
        const [, run] = special.find(([which]) => which.test(text)) ?? []
        if (run) return run(text)
        const added = more(bare(text))
        const said = await shell.run(added === '' ? text : `${bare(text)} ${added}`)
        // For curl a refusal is an answer like any other.
        if (/^curl /.test(text) && JSON.parse(said.stdout).error !== undefined) throw new Error(said.stdout)
        return said
      })
    }
  }
}

/** The first object within a JSON text for which that holds. Throws when there is none. */
export function findIn(json, holds) {
  const waiting = [JSON.parse(json)]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (typeof next !== 'object' || next === null) continue
    if (holds(next)) return next
    waiting.push(...Object.values(next))
  }
  throw new Error(`what was looked for isn't in\n${json}`)
}
