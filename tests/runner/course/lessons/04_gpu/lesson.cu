// Never built on the cpu backend.
int main() { return 0; }
