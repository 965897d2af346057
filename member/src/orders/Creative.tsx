import type { Product } from '@fairturn/contract/orders'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

/** The fields shown of an order, or of a campaign that is still being written. */
type CreativeFields = Pick<Product, 'brand' | 'creative' | 'tagline' | 'landing_host'>

/** The image with its texts below. */
export function Creative({ order }: { order: CreativeFields }) {
  return (
    <div className="low-screen:flex large-text:block!">
      {/* Lower than the image's own aspect ratio, to leave room for the buttons on a phone; beside the texts on a phone held sideways. */}
      <Picture
        order={order}
        className="aspect-[9/4] w-full bg-track object-cover low-screen:w-2/5 low-screen:self-start large-text:w-full!"
      />
      <div className="min-w-0 flex-1 px-4 pt-3.5 pb-4">
        <h2 className="text-title text-balance wrap-anywhere">
          <bdi>{order.brand}</bdi>
        </h2>
        <Words order={order} />
      </div>
    </div>
  )
}

/** The same as one row, on screens about something else. */
export function CreativeRow({ order }: { order: Product }) {
  return (
    <div className="flex items-center gap-3.5 p-3.5 large-text:flex-col large-text:items-stretch">
      <Picture order={order} className="h-15 w-28 shrink-0 rounded-small bg-track object-cover" />
      <div className="min-w-0 flex-1">
        <Words order={order} />
      </div>
    </div>
  )
}

function Words({ order }: { order: CreativeFields }) {
  const { landing_host } = order
  return (
    <>
      <p className="wrap-anywhere">{order.tagline}</p>
      <p className="mt-1 flex items-center gap-1.5 text-small text-quiet">
        <Icon name="external" size={16} />
        <span className="min-w-0 wrap-anywhere">
          <Trans>
            links to <bdi>{landing_host}</bdi>
          </Trans>
        </span>
      </p>
    </>
  )
}

function Picture({ order, className }: { order: CreativeFields; className: string }) {
  const { t } = useLingui()
  const [failed, setFailed] = useState(false)
  const { brand } = order
  // Without its image the offer is still complete; the space stays empty.
  if (failed) return <div aria-hidden className={className} />
  return (
    <img
      src={order.creative}
      alt={t`Image of ${brand}`}
      width={1200}
      height={630}
      decoding="async"
      onError={() => setFailed(true)}
      className={className}
    />
  )
}
