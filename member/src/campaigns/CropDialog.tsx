import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// Crops an image by touch, mouse or keyboard, then uploads it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import 'react-easy-crop/react-easy-crop.css'
import Cropper, { type Area } from 'react-easy-crop'
import { ConfirmDialog } from '../shell/Dialog.tsx'
import { MessageText } from '../shell/MessageText.tsx'
import { useAction } from '../shell/useAction.ts'
import { MAX_FILE_BYTES, sendCreative } from './send-creative.ts'

interface CropDialogProps {
  file: File
  onCut: (creative: string) => void
  onClose: () => void
}

const RATIO = 1200 / 630
const MAX_ZOOM = 4
/** In CSS pixels per press of an arrow key. */
const KEY_STEP = 8

export default function CropDialog({ file, onCut, onClose }: CropDialogProps) {
  const { t } = useLingui()
  const picture = usePicture(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const sending = useAction({
    run: (part: Area) => sendCreative(file, part),
    onDone: onCut,
  })
  const ready = picture.state === 'shown' && area !== undefined
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Crop image`}
      maxWidth={520}
      busy={sending.busy}
      keep={t`Cancel`}
      confirm={t`Apply`}
      disabled={!ready}
      onConfirm={() => area && sending.start(area)}
    >
      {picture.state === 'unreadable' ? (
        <p role="alert" className="mt-4 font-medium text-loss">
          <MessageText code="file_is_not_an_image" />
        </p>
      ) : (
        <>
          <div className="relative mt-4 aspect-[4/3] overflow-hidden rounded-control bg-track">
            {picture.state === 'shown' ? (
              <Cropper
                image={picture.url}
                crop={crop}
                zoom={zoom}
                maxZoom={MAX_ZOOM}
                aspect={RATIO}
                keyboardStep={KEY_STEP}
                disableAutomaticStylesInjection
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropComplete={(_, pixels) => setArea(pixels)}
                cropperProps={{ 'aria-label': t`Crop area; move it with the arrow keys` }}
                mediaProps={{ alt: '' }}
              />
            ) : (
              <Skeleton className="size-full" />
            )}
          </div>
          <ZoomSlider zoom={zoom} onZoom={setZoom} />
          {file.size > MAX_FILE_BYTES && (
            <p className="text-small text-quiet">
              <Trans>The file is large, so it is reduced on your device before the upload.</Trans>
            </p>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

function ZoomSlider({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { t } = useLingui()
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mt-3 block text-small font-semibold">
        {t`Zoom`}
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={zoom}
        onChange={(event) => onZoom(Number(event.target.value))}
        className="h-11 w-full cursor-pointer accent-action"
      />
    </>
  )
}

type Picture = { state: 'coming' | 'unreadable' } | { state: 'shown'; url: string }

/** An object URL of the file, once the browser has decoded it; `unreadable` if it is not an image. */
function usePicture(file: File): Picture {
  const [picture, setPicture] = useState<Picture>({ state: 'coming' })
  useEffect(() => {
    const url = URL.createObjectURL(file)
    const image = new Image()
    let left = false
    image.addEventListener('load', () => !left && setPicture({ state: 'shown', url }))
    image.addEventListener('error', () => !left && setPicture({ state: 'unreadable' }))
    image.src = url
    return () => {
      left = true
      URL.revokeObjectURL(url)
    }
  }, [file])
  return picture
}
