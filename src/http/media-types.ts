export const JSON_TYPE = "application/json; charset=utf-8";
export const PROBLEM_TYPE = "application/problem+json";
export const HTML_TYPE = "text/html; charset=utf-8";
export const PNG_TYPE = "image/png";
