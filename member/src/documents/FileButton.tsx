// Fetches a file with the session (its address alone opens nothing) and saves it.
import { Button } from '@fairturn/ui/Button.tsx'
import { useAction } from '../useAction.ts'
import { download } from '../client.ts'
import { saveFile } from './save-file.ts'

interface FileButtonProps {
  /** Below the API base, with its query. */
  path: string
  /** As it is saved. */
  name: string
  label: string
}

export function FileButton({ path, name, label }: FileButtonProps) {
  const fetching = useAction({
    run: (params: string) => download(params),
    onDone: (file) => saveFile(file, name),
  })
  return (
    <Button
      variant="secondary"
      icon="document"
      busy={fetching.busy}
      onClick={() => fetching.start(path)}
      className="min-w-0 flex-1"
    >
      {label}
    </Button>
  )
}

/** A document shows its dates in the time zone of whoever reads it. */
export const deviceZone = (): { time_zone: string } => ({
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})
