// The icons that browsers and crawlers ask for by address without reading a page: of the app, the back office and the links.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'

const drawn = (name: string): Buffer =>
  readFileSync(new URL(`../../../../member/public/icons/${name}`, import.meta.url))

/** A PNG of 192 pixels as the only image of an ICO, which holds PNG since Windows Vista. */
function iconFile(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // one image
  head.writeUInt8(192, 6)
  head.writeUInt8(192, 7)
  head.writeUInt16LE(1, 10) // planes
  head.writeUInt16LE(32, 12) // bits a pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

/** `folders`: the addresses that pages are below, with a slash at the end. */
export function iconRoutes(fastify: FastifyInstance, folders: readonly string[] = ['/']): void {
  const icon = iconFile(drawn('icon-192.png'))
  const touchIcon = drawn('apple-touch-180.png')
  const send = (reply: FastifyReply, type: string, bytes: Buffer) =>
    reply
      .type(type)
      .headers({
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(bytes)
  for (const folder of folders) {
    fastify.get(`${folder}favicon.ico`, (_request, reply) => send(reply, 'image/x-icon', icon))
    for (const name of ['apple-touch-icon.png', 'apple-touch-icon-precomposed.png'])
      fastify.get(folder + name, (_request, reply) => send(reply, 'image/png', touchIcon))
  }
}
