/** The part of autocannon that the benchmarks use; the package brings no types. */
declare module "autocannon" {
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly requests: readonly { readonly path: string; readonly setupRequest: (request: object) => object }[];
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
