import { Button } from '@fairturn/ui/Button.tsx'
import { FieldError } from '@fairturn/ui/FieldError.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useId, useRef, useState, type ChangeEvent } from 'react'

const CropDialog = lazy(() => import('./CropDialog.tsx'))

interface ImageFieldProps {
  /** URL of the current image; '' for none. */
  value: string
  onChange: (creative: string) => void
  error: string | undefined
}

export function ImageField({ value, onChange, error }: ImageFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()

  function choose(event: ChangeEvent<HTMLInputElement>) {
    setFile(event.target.files?.[0])
    // Cleared, so that choosing the same file again fires a change event.
    event.target.value = ''
  }

  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-small font-semibold">{t`Image`}</p>
      <Preview value={value} wrong={error !== undefined} />
      <div className="mt-2 grid">
        <Button
          name="creative"
          variant="secondary"
          icon="camera"
          aria-describedby={error ? `${id}-error` : undefined}
          onClick={() => input.current?.click()}
        >
          {value === '' ? t`Choose image` : t`Change image`}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={choose}
      />
      <FieldError id={id} error={error} />
      {file && (
        <Suspense fallback={null}>
          <CropDialog
            file={file}
            onCut={(creative) => {
              setFile(undefined)
              onChange(creative)
            }}
            onClose={() => setFile(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Preview({ value, wrong }: { value: string; wrong: boolean }) {
  const { t } = useLingui()
  if (value !== '')
    return (
      <img
        src={value}
        alt={t`Image preview`}
        width={1200}
        height={630}
        className="aspect-[40/21] w-full rounded-card border border-line bg-track object-cover"
      />
    )
  return (
    <div
      className={`grid aspect-[40/21] place-items-center rounded-card border border-dashed bg-surface p-4 text-center ${wrong ? 'border-loss' : 'border-control'}`}
    >
      <div>
        <Icon name="camera" size={28} className="mx-auto text-quiet" />
        <p className="mt-1 text-small text-balance text-quiet">
          <Trans>JPEG, PNG, WebP, AVIF or GIF. You can crop it.</Trans>
        </p>
      </div>
    </div>
  )
}
