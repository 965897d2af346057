import { Button, type ButtonProps } from '@mui/material'
import { useRef } from 'react'
import { takeFocus } from './forms.ts'

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'loading' | 'children'> {
  /** Accessible name of the choice; the button's text may name the chosen file. */
  label: string
  accept: string
  onFile: (file: File) => void
  /** Takes the focus when it appears. */
  first?: boolean
}

export function ChooserButton({ label, accept, onFile, first = false, ...button }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} ref={first ? takeFocus : undefined} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onFile(file)
          // Cleared, so that the same file can be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </>
  )
}
