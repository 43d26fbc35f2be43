-- The registry's tables live beside those of Headrace. Mounted into the container, and run where there is none.
CREATE SCHEMA IF NOT EXISTS headrace_registry;
