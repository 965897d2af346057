import { TextArea } from '@fairturn/ui/TextArea.tsx'

/** As the contract's MAX_MESSAGE_LENGTH, whose module has the schemas too. */
const MAX_LENGTH = 4000
/** From here on, how much is left is said. */
const NEAR_THE_END = 3600

interface MessageFieldProps {
  label: string
  hint?: string
  rows?: number
  name: string
  typed: string
  onType: (text: string) => void
  error: string | undefined
}

/** What is typed, kept as a draft by the form that it is in. */
export function MessageField({ typed, onType, hint, rows = 4, ...rest }: MessageFieldProps) {
  const length = `${typed.length} / ${MAX_LENGTH}`
  return (
    <TextArea
      {...rest}
      rows={rows}
      dir="auto"
      maxLength={MAX_LENGTH}
      value={typed}
      hint={typed.length > NEAR_THE_END ? length : hint}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
