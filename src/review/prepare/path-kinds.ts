import type { AcceptableKind } from '../model/coverage.js';

/** Binary formats of pictures, fonts, sound and film. SVG is not among them: it is text, and can hold scripts. */
const MEDIA_EXTENSIONS = new Set(
  (
    'png jpg jpeg gif webp avif bmp ico icns tif tiff heic heif jxl psd xcf ' +
    'woff woff2 ttf otf eot ttc mp3 wav ogg oga flac aac m4a opus mid midi aiff ' +
    'mp4 m4v mov avi mkv webm mpg mpeg wmv flv ogv'
  ).split(' '),
);

const LOCKFILES = new Set(
  (
    'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock Gemfile.lock ' +
    'gems.locked composer.lock poetry.lock Pipfile.lock pdm.lock uv.lock pixi.lock conda-lock.yml go.sum go.work.sum ' +
    'mix.lock rebar.lock pubspec.lock Podfile.lock Cartfile.resolved Package.resolved packages.lock.json paket.lock ' +
    'gradle.lockfile buildscript-gradle.lockfile stack.yaml.lock cabal.project.freeze flake.lock .terraform.lock.hcl ' +
    'Chart.lock MODULE.bazel.lock renv.lock shard.lock conan.lock'
  ).split(' '),
);

type PathRule = { readonly kind: AcceptableKind; readonly matches: RegExp };

/** In the order in which they are asked; every expression is linear in the path. */
const PATH_RULES: readonly PathRule[] = [
  {
    kind: 'vendored',
    matches:
      /(?:^|\/)(?:node_modules|bower_components|jspm_packages|vendor|vendors|third[_-]?party|Pods|Carthage\/Checkouts|Godeps\/_workspace|\.yarn\/(?:cache|releases|plugins|sdks))\//,
  },
  { kind: 'generated', matches: /(?:^|\/)(?:generated|__generated__)\// },
  {
    kind: 'generated',
    matches: /\.(?:pb\.(?:go|cc|h|rb|gw\.go)|pb\.validate\.go|g\.dart|freezed\.dart|g\.(?:i\.)?cs)$/,
  },
  { kind: 'generated', matches: /(?:_pb2(?:_grpc)?\.pyi?|_(?:grpc_)?pb\.(?:js|ts|d\.ts)|\.[Dd]esigner\.cs)$/ },
  { kind: 'generated', matches: /(?:^|\/)zz_generated\.[^/]+$|_generated\.go$|\.generated\.[^./]+$/ },
  { kind: 'minified', matches: /[.-]min\.(?:js|mjs|cjs|css|html)$/ },
  { kind: 'source_map', matches: /\.(?:js|mjs|cjs|jsx|ts|tsx|css|wasm)\.map$/ },
  { kind: 'snapshot', matches: /\.(?:snap|storyshot|ambr)$|(?:^|\/)__(?:image_)?snapshots__\// },
];

/** Name of a file without its folders. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Lower-case extension without the dot; empty when there is none (also for `.gitignore`). */
export function extensionOf(path: string): string {
  const name = baseNameOf(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

export function isMediaPath(path: string): boolean {
  return MEDIA_EXTENSIONS.has(extensionOf(path));
}

export function isLockfilePath(path: string): boolean {
  return LOCKFILES.has(baseNameOf(path));
}

/** Tell whether a rule of this kind is about the path. Only the path is looked at, never what the file says of itself. */
export function hasPathKind(path: string, kind: AcceptableKind): boolean {
  return PATH_RULES.some((rule) => rule.kind === kind && rule.matches.test(path));
}
