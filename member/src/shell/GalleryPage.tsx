// Every component of the kit, for developers; not part of a build.
export { default } from '@fairturn/ui/gallery/Gallery.tsx'
