import { Download, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { download } from '../download.ts'
import styles from './export.module.css'

/** A part of a file, and how far it is with it. */
export interface ExportPart {
  text: string
  progress: string
}

/** Makes a file of CSV, says how far it is, and can be stopped. What fails or is stopped leaves no file. */
export function ExportButton({
  name,
  disabled,
  parts,
}: {
  name: string
  disabled?: boolean
  parts: (signal: AbortSignal) => AsyncIterable<ExportPart>
}) {
  const [state, setState] = useState<{ progress?: string; error?: string }>({})
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setState({ progress: 'Asked' })
    try {
      const texts: string[] = []
      for await (const { text, progress } of parts(controller.signal)) {
        texts.push(text)
        setState({ progress })
      }
      download(name, 'text/csv', texts)
      setState({})
    } catch (error) {
      setState(controller.signal.aborted ? {} : { error: (error as Error).message })
    }
  }
  if (state.progress !== undefined)
    return (
      <span className={styles.export} role="status">
        {state.progress}
        <Button onClick={() => running.current?.abort()}>
          <Square size={14} strokeWidth={1.5} aria-hidden="true" />
          Stop
        </Button>
      </span>
    )
  return (
    <span className={styles.export}>
      {state.error !== undefined && (
        <span className={styles.failed} role="alert">
          No file: {state.error}
        </span>
      )}
      <Button kind="plain" disabled={disabled} onClick={() => void start()}>
        <Download size={14} strokeWidth={1.5} aria-hidden="true" />
        CSV
      </Button>
    </span>
  )
}
