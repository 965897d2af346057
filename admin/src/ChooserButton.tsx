import { Button, type ButtonProps } from '@mui/material'
import { useRef } from 'react'

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'loading' | 'children'> {
  /** What the choice is called; the button may say what was chosen. */
  label: string
  accept: string
  onFile: (file: File) => void
}

export function ChooserButton({ label, accept, onFile, ...button }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) onFile(file)
          // The same file, fixed meanwhile, may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
