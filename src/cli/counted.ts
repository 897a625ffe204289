export { counted } from "../domain/counted.ts";
