import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/states/notice.tsx'

/** A page that broke; a page whose script is gone, since the server has a newer version. The rail lives on. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error)
  const isOld = /dynamically imported module|Importing a module script/.test(message)
  if (isOld)
    return (
      <Notice title="The server has a newer version of the console" role="alert">
        <Button onClick={() => location.reload()}>Reload</Button>
      </Notice>
    )
  return (
    <Notice title="This page broke" role="alert">
      <p>{message}</p>
      <Button onClick={reset}>Show it again</Button>
    </Notice>
  )
}
