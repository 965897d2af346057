// Downloads a file with the session's credentials and saves it; the URL alone is not enough to open it.
import { Button } from '@fairturn/ui/Button.tsx'
import { download } from '../shell/client.ts'
import { useAction } from '../shell/useAction.ts'
import { saveFile } from './save-file.ts'

interface FileButtonProps {
  /** Below the API base, including the query. */
  path: string
  /** File name to save as. */
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
